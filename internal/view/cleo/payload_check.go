package cleo

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// IsPayload reports whether a name is a payload, that is, standard input or a file that is not Markdown or YAML. maybe reports whether
// it is a file that may be a payload, a skill or a subagent.
func IsPayload(name string) (is, maybe bool) {
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

// A PayloadCheck is the result of checking an existing payload.
type PayloadCheck struct {
	Name string // of its file, or "<stdin>"
	resolve.PayloadCheck
	text    []byte
	spawn   payload.Spawn
	isSpawn bool
	tokens  int // of the payload with the task
}

// ReadPayload reads a payload or the spawn JSON of an orchestrator from a file, or from stdin for "-".
func ReadPayload(name string, stdin io.Reader) (*PayloadCheck, error) {
	source, err := readFile(name, stdin)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Text(name), err)
	}
	j := &PayloadCheck{Name: name, text: source}
	if j.spawn, j.isSpawn = payload.ReadSpawn(source); j.isSpawn {
		j.text = []byte(j.spawn.Prompt)
	}
	shown := quote.Text(name)
	if name == "-" {
		j.Name, shown = "<stdin>", "standard input"
	}
	if len(bytes.TrimSpace(j.text)) == 0 && !j.spawn.NoPrompt && j.spawn.Broken == "" {
		return nil, fmt.Errorf("empty payload: %s", shown)
	}
	return j, nil
}

// readFile reads a file given on the command line, or stdin for "-".
func readFile(name string, stdin io.Reader) ([]byte, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, treefs.WithoutPath(err)
		}
		defer file.Close()
		stdin = file
	}
	source, err := load.ReadAtMost(stdin, load.MaxJSON)
	return source, treefs.WithoutPath(err)
}

// Check finds unresolved placeholders.
func (j *PayloadCheck) Check(c *analysis.Conventions) {
	j.PayloadCheck = resolve.CheckPayload(j.text, j.Name, schema.Lookup("cleo"), c)
	j.tokens = budget.DefaultTask + tokenizer.Chars4(j.text)
	j.Findings = finish(j.Findings, "cleo")
}

// code returns the exit code of the spawn, as far as the payload determines it.
func (j *PayloadCheck) code() int {
	switch {
	case j.spawn.NoTask:
		return noTask
	case j.tokens > budget.DefaultSpawn, j.spawn.NoPrompt:
		return overBudget
	}
	return spawned
}

// Fails reports whether the spawn would fail or a placeholder is unresolved.
func (j *PayloadCheck) Fails() bool {
	return !j.Resolution.FullyResolved || j.spawn.Unresolved || j.spawn.Broken != "" || j.code() != spawned
}

// Text writes the result as text.
func (j *PayloadCheck) Text(w io.Writer) {
	rows := [][]string{}
	for _, f := range j.Findings {
		rows = append(rows, []string{fmt.Sprintf("%s:%d:%d", f.Place.Path, f.Place.Start.Line, f.Place.Start.Column), f.Severity.String(), f.Message, f.Rule})
	}
	term.Table(w, rows)
	if j.spawn.Broken != "" {
		fmt.Fprintf(w, "%s: invalid spawn JSON: %s\n", escape.String(j.Name), j.spawn.Broken)
		return
	}
	of := "payload"
	if j.isSpawn {
		of = "prompt"
	}
	switch {
	case !j.Resolution.FullyResolved:
		fmt.Fprintf(w, "%s in the %s\n", quote.Plural(j.Resolution.UnresolvedCount, "unresolved placeholder"), of)
	default:
		fmt.Fprintf(w, "no unresolved placeholders in the %s\n", of)
	}
	if j.spawn.Unresolved {
		fmt.Fprintln(w, "its tokenResolution.fullyResolved is not true: the orchestrator did not resolve all placeholders")
	}
	switch code := j.code(); {
	case code == noTask:
		fmt.Fprintln(w, "empty taskId: the spawn fails with exit code 4")
	case code == overBudget && j.spawn.NoPrompt:
		fmt.Fprintln(w, "prompt is null: the spawn failed, as with exit code 10")
	case code == overBudget:
		fmt.Fprintf(w, "%s tokens with the task (limit %s): the spawn fails with exit code 10\n", quote.Count(j.tokens), quote.Count(budget.DefaultSpawn))
	}
}

// JSON returns the result for JSON; unknown values are null. url returns the page of a rule.
func (j *PayloadCheck) JSON(url func(rule string) string) any {
	code, limit, task := j.code(), budget.DefaultSpawn, budget.DefaultTask
	m := j.spawn.Members
	out := Document{Version: 1, Agent: "cleo", Steps: []payload.Step{}, Parts: []partJSON{}, Tokens: tokensJSON{Task: &task, Total: j.tokens, Limit: &limit},
		Resolution: j.Resolution, Code: &code, Findings: report.JSONFindings(j.Findings, report.Options{URL: url}), Prompt: string(j.text),
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
