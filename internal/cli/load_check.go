package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	cost "github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
)

// isPayload reports whether a name can be nothing but a text to be judged: standard input, or a file
// that is no Markdown. maybe: a file that may be a skill as well.
func isPayload(name string) (is, maybe bool) {
	if name == "-" {
		return true, false
	}
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return false, false
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".yaml", ".yml":
		return false, true
	}
	return true, false
}

// judgedFlags are the flags that hold for a payload that is judged.
var judgedFlags = map[string]bool{"check": true, "format": true}

// judge is load --check FILE: it says what a payload, or the spawn JSON of an orchestrator, has left
// to resolve, and whether the spawn would fail.
func (p *program) judge(cmd *cobra.Command, f *loadFlags, name string) error {
	for _, flag := range ofCleo {
		if cmd.Flags().Changed(flag) && !judgedFlags[flag] {
			return usagef("--%s has no say in a payload that is there already; leave it out to judge %s", flag, quote.Text(name))
		}
	}
	source, err := readJudged(name)
	if err != nil {
		return usagef("%s: %w", quote.Text(name), err)
	}
	s, isSpawn := payload.ReadSpawn(source)
	text := source
	if isSpawn {
		text = []byte(s.Prompt)
	}
	shown := quote.Text(name)
	if name == "-" {
		name, shown = "<stdin>", "standard input"
	}
	if len(bytes.TrimSpace(text)) == 0 && !s.NoPrompt && s.Broken == "" {
		return usagef("%s holds no payload, so there is nothing to judge", shown)
	}
	conventions, err := p.conventionsAt(&f.sources, name)
	if err != nil {
		return err
	}
	j := resolve.Judge(text, name, schema.Lookup("cleo"), conventions)
	judged := &judgement{name: name, Judgement: j, spawn: s, isSpawn: isSpawn, tokens: cost.DefaultTask + tokenizer.Chars4(text)}
	judged.Findings = decide(judged.Findings, "cleo")
	if f.format.value == "json" {
		err = p.json(judged.json(string(text)))
	} else {
		p.judgementText(judged)
	}
	if err == nil && judged.fails() {
		return &foundError{}
	}
	return err
}

// conventionsAt returns what the configuration says of tokens in a payload: that of its folder, and of
// standard input that of the working directory.
func (p *program) conventionsAt(f *sources, name string) (*analysis.Conventions, error) {
	if name == "<stdin>" {
		name = "."
	}
	req, err := p.request(f, nil, nil)
	if err != nil {
		return nil, err
	}
	here, err := lint.Explain(context.Background(), req, name)
	if err != nil {
		return nil, err
	}
	file := &analysis.File{Rel: here.Rel}
	here.Config.Base().Extend(file)
	return file.Conventions, nil
}

func readJudged(name string) ([]byte, error) {
	file := os.Stdin
	if name != "-" {
		var err error
		if file, err = os.Open(name); err != nil {
			return nil, treefs.WithoutPath(err)
		}
		defer file.Close()
	}
	return readAtMost(file, load.MaxJSON)
}

// A judgement is what is to be said of a payload that something else assembled.
type judgement struct {
	name string
	resolve.Judgement
	spawn   payload.Spawn
	isSpawn bool
	tokens  int // of the payload and the task
}

// code returns what the spawn would return, as far as the payload tells.
func (j *judgement) code() int {
	switch {
	case j.spawn.NoTask:
		return noTask
	case j.tokens > cost.DefaultSpawn, j.spawn.NoPrompt:
		return overBudget
	}
	return spawned
}

func (j *judgement) fails() bool {
	return !j.Resolution.FullyResolved || j.spawn.Unresolved || j.spawn.Broken != "" || j.code() != spawned
}

// judgementText tells people.
func (p *program) judgementText(j *judgement) {
	w := p.forPeople()
	rows := [][]string{}
	for _, f := range j.Findings {
		rows = append(rows, []string{fmt.Sprintf("%s:%d:%d", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column), f.Severity.String(), f.Message, f.Rule})
	}
	term.Table(w, rows)
	if j.spawn.Broken != "" {
		fmt.Fprintf(w, "%s begins as spawn JSON, but %s; so there is nothing to spawn an agent with\n", escape.String(j.name), j.spawn.Broken)
		return
	}
	of := "the payload"
	if j.isSpawn {
		of = "the prompt"
	}
	switch {
	case !j.Resolution.FullyResolved:
		fmt.Fprintf(w, "%s of %s left to resolve\n", quote.Plural(j.Resolution.UnresolvedCount, "token"), of)
	default:
		fmt.Fprintf(w, "no token of %s is left to resolve\n", of)
	}
	if j.spawn.Unresolved {
		fmt.Fprintln(w, "its own tokenResolution.fullyResolved is not true, so the orchestrator that made it has more to do")
	}
	switch code := j.code(); {
	case code == noTask:
		fmt.Fprintln(w, "its taskId is empty, so the spawn fails with 4")
	case code == overBudget && j.spawn.NoPrompt:
		fmt.Fprintln(w, "its prompt is null, so the spawn has failed already, as with 10")
	case code == overBudget:
		fmt.Fprintf(w, "with the task it has %s tokens, more than the %s of a spawn, which fails with 10\n", quote.Count(j.tokens), quote.Count(cost.DefaultSpawn))
	}
}

// json is the judgement in the machine format: what is not known is null.
func (j *judgement) json(prompt string) loadJSON {
	code, limit, task := j.code(), cost.DefaultSpawn, cost.DefaultTask
	m := j.spawn.Members
	out := loadJSON{Version: 1, Agent: "cleo", Steps: []stepJSON{}, Parts: []partJSON{}, Tokens: tokensJSON{Task: &task, Total: j.tokens, Limit: &limit},
		Resolution: j.Resolution, Code: &code, Findings: report.JSONFindings(j.Findings, report.Options{URL: pageOf}), Prompt: prompt,
		Skill: m["skill"], Path: m["path"], TaskID: m["taskId"], TokenBudget: m["tokenBudget"], Model: m["model"], Tier: m["tier"],
		References: m["references"], SkillFile: m["skillFile"], SpawnContext: m["spawnContext"]}
	if j.spawn.NoPrompt {
		out.Prompt = nil
	}
	if j.spawn.Broken != "" {
		out.Prompt, out.Resolution, out.Code = nil, nil, nil
	}
	if name, ok := m["skill"].(string); ok {
		out.Skills = []string{name}
	}
	return out
}
