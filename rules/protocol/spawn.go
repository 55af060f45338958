package protocol

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// checkTools reports tools of an orchestrator that write files.
func checkTools(pass *analysis.Pass, t *Text) {
	d, p := pass.Document, t.Protocol
	if !isOrchestrator(d, p) {
		return
	}
	for _, field := range []string{"allowed_tools", "allowed-tools", "tools"} {
		for _, v := range d.Data.Get(field).Strings() {
			for tool := range strings.SplitSeq(v.Text, ",") {
				name, _, _ := strings.Cut(strings.TrimSpace(tool), "(")
				if slices.Contains(p.Writers, name) {
					pass.Report(analysis.Diagnostic{Range: v.Range, Severity: analysis.Info, Must: true, Message: fmt.Sprintf("orchestrator has the tool %s", quote.Text(name)),
						Effect: "the rules on output files and manifest entries (BASE-001 to BASE-007) do not apply to its own work", Help: "leave the tool to " + quote.Text(p.Subagent)})
				}
			}
		}
	}
}

const typeKey = "subagent_type"

// checkTypes reports the types of spawned subagents, in text and in code.
func checkTypes(pass *analysis.Pass, t *Text) {
	d, p := pass.Document, t.Protocol
	body := string(d.Source[d.BodyStart():])
	for at := 0; ; {
		n := strings.Index(body[at:], typeKey)
		if n < 0 {
			return
		}
		start := at + n
		at = start + len(typeKey)
		if start > 0 && isNameByte(body[start-1]) {
			continue
		}
		value := typeValue(body, at)
		name := body[value.Start:value.End]
		r := analysis.Range{Start: d.BodyStart() + value.Start, End: d.BodyStart() + value.End}
		switch {
		case name == "" || name == p.Subagent || name == "string" || name == "str" || t.Roles.IsDiscouraged(r.Start):
		case strings.HasPrefix(name, p.Skills):
			pass.Report(analysis.Diagnostic{Range: r, Message: fmt.Sprintf("subagent_type %s is a skill", quote.Text(name)),
				Effect: "there is no such subagent to spawn", Help: fmt.Sprintf("write %s, and add the skill to its prompt", quote.Text(p.Subagent))})
		default:
			pass.Report(analysis.Diagnostic{Range: r, Severity: analysis.Info, Must: true, Message: fmt.Sprintf("subagent_type %s runs without the base protocol", quote.Text(name)),
				Effect: "its prompt lacks the rules on output files and manifest entries (BASE-001 to BASE-007)", Help: "write " + quote.Text(p.Subagent)})
		}
	}
}

// typeValue returns the range of the value that is assigned at an offset: a quoted name, or a name at the end of a line or
// argument. It returns an empty range in sentences about types.
func typeValue(text string, at int) analysis.Range {
	skip := func(set string, most int) bool {
		start := at
		for at < len(text) && at-start < most && strings.IndexByte(set, text[at]) >= 0 {
			at++
		}
		return at > start
	}
	skip("\"'`", 1)
	skip(" ", 3)
	if !skip(":=", 1) {
		return analysis.Range{}
	}
	skip(" ", 3)
	quoted := skip("\"'`", 1)
	r := analysis.Range{Start: at, End: at}
	for r.End < len(text) && isNameByte(text[r.End]) {
		r.End++
	}
	ends := r.End == len(text) || strings.IndexByte("\"'`,;).\r\n", text[r.End]) >= 0
	if !ends || quoted && r.End < len(text) && strings.IndexByte("\"'`", text[r.End]) < 0 {
		return analysis.Range{}
	}
	return r
}

func isNameByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
