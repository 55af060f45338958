package graph

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/view"
)

// Commands lists the commands of a workspace that run files, by file.
type Commands struct{ calls []invocation.Call }

// Collect returns an analyzer that adds the commands of all files to t.
func (t *Commands) Collect() *analysis.Analyzer {
	return view.Collect("commands", func(pass *analysis.Pass) error {
		for _, c := range invocation.CallFact.Of(pass) {
			if c.To != "" || strings.Contains(c.Path, "/") && !c.Module { // not a program of the user
				t.calls = append(t.calls, c)
			}
		}
		return nil
	}, invocation.CallFact.Analyzer)
}

// Text writes a table for each file.
func (t *Commands) Text(w io.Writer) {
	bad, unknown := 0, 0
	for i := 0; i < len(t.calls); {
		from := t.calls[i].From
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, escape.String(from.Path))
		rows := [][]string{{"LINE", "COMMAND", "RUNS", "VERDICT"}}
		for ; i < len(t.calls) && t.calls[i].From == from; i++ {
			c := &t.calls[i]
			if len(c.Problems) > 0 {
				bad++
			} else if !isKnown(c) {
				unknown++
			}
			rows = append(rows, []string{fmt.Sprint(c.Line), escape.String(quote.Text(commandOf(c))), escape.String(c.To), escape.String(verdictOf(c))})
		}
		term.Table(w, rows)
	}
	if len(t.calls) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, %d of them not accepted, %d not compared\n", quote.Plural(len(t.calls), "command"), bad, unknown)
}

func isKnown(c *invocation.Call) bool { return c.Script != nil && c.Script.Interface.Known }

// commandOf returns a command as one line.
func commandOf(c *invocation.Call) string {
	words := make([]string, len(c.Words))
	for i, w := range c.Words {
		words[i] = w.Text
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// verdictOf describes the result of the comparison.
func verdictOf(c *invocation.Call) string {
	switch {
	case len(c.Problems) > 0:
		var all []string
		for i := range c.Problems {
			all = append(all, c.Problems[i].String())
		}
		return strings.Join(all, "; ")
	case c.To == "":
		return "file not found"
	case c.Script == nil:
		return "not compared: not a script"
	case !isKnown(c):
		return "not compared: " + c.Script.Interface.Reason
	}
	return "ok"
}

type jsonFile struct {
	Path     string        `json:"path"`
	Skill    string        `json:"skill"`
	Commands []jsonCommand `json:"commands"`
}

type jsonCommand struct {
	Line        int      `json:"line"`
	Command     string   `json:"command"`
	Interpreter string   `json:"interpreter"`
	Directory   string   `json:"directory"`
	Script      string   `json:"script"`
	Language    string   `json:"language"`
	Verdict     string   `json:"verdict"`
	Reason      string   `json:"reason"`
	Problems    []string `json:"problems"`
}

// JSON writes the commands file by file.
func (t *Commands) JSON(w *bufio.Writer) error {
	w.WriteString("{\n  \"version\": 1,\n  \"files\": [")
	for i := 0; i < len(t.calls); {
		from := &t.calls[i]
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    ")
		f := jsonFile{Path: from.From.Path, Commands: []jsonCommand{}}
		if from.Skill != nil {
			f.Skill = path.Dir(from.Skill.Path)
		}
		for ; i < len(t.calls) && t.calls[i].From == from.From; i++ {
			f.Commands = append(f.Commands, jsonOf(&t.calls[i]))
		}
		if err := escape.EncodeJSON(w, "    ", f); err != nil {
			return err
		}
	}
	if len(t.calls) > 0 {
		w.WriteString("\n  ")
	}
	_, err := w.WriteString("]\n}\n")
	return err
}

func jsonOf(c *invocation.Call) jsonCommand {
	j := jsonCommand{Line: c.Line, Command: commandOf(c), Interpreter: c.Interpreter, Directory: c.Dir, Script: c.To, Verdict: "ok", Problems: []string{}}
	if c.Script != nil {
		j.Language = c.Script.Language.String()
	}
	switch {
	case len(c.Problems) > 0:
		j.Verdict = "rejected"
		for i := range c.Problems {
			j.Problems = append(j.Problems, c.Problems[i].String())
		}
	case c.To == "":
		j.Verdict = "missing"
	case !isKnown(c):
		j.Verdict = "unknown"
		if j.Reason = "not a script"; c.Script != nil {
			j.Reason = c.Script.Interface.Reason
		}
	}
	return j
}
