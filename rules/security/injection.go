package security

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
)

// Injection reports visible text that tells a model to ignore its instructions, to keep something from its user, to disable what
// protects the user, or to add orders to its own instructions.
//
// A skill describes a task. It has no reason to end the instructions of the user, the system or the client, or to
// give the model another identity. security/hidden-text reports such text where a rendered file does not show it.
//
// The rule knows phrases, not meanings: an order in unusual words, or over many sentences, is not seen. Orders in a
// block of text that the model is to add to a file with instructions are not seen, either.
//
// Severity:
//   - error for both together, and for each of them in a file with code that sends secrets, opens a shell, or runs
//     encoded or remote code
//   - warning for each of them
//   - info if it describes an option of a program, what people can do, or what users of a product do not see
//
// Not reported:
//   - text in quotation marks or code, and text that describes attacks
//   - what a model must not tell a user to do
var Injection = &analysis.Analyzer{
	Name:     "security/injection",
	Doc:      "text that overrides instructions",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "OWASP Top 10 for LLM Applications 2025, LLM01 (Prompt Injection)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      injection,
}

func injection(pass *analysis.Pass) error {
	r := behavior.Fact.Of(pass)
	d := pass.Document
	var hits []hit
	hides := false
	add := func(at analysis.Range, o order) {
		excuse := orderExcuse(pass, at, o)
		hides = hides || o == conceal && excuse.Kind == behavior.NoExcuse
		hits = append(hits, hit{at: at, excuse: excuse, severity: analysis.Warning, message: "text tells the model " + o.String(),
			effect: "a model that follows it no longer does what its user wants", help: "describe the task only"})
	}
	for _, s := range r.Sentences {
		if !s.Has.MayOrder() {
			continue
		}
		text := d.Source[s.At.Start:s.At.End]
		if o := visibleOrder(text); o != none && o != send {
			add(s.At, o)
		}
	}
	if d.IsMarkdown() {
		waivingBlocks(d, func(at analysis.Range) { add(at, unguard) })
		foreignOrders(d, r.Sentences, add)
		unshownElements(d, func(at analysis.Range, text []byte) {
			hits = append(hits, hit{at: at, severity: analysis.Warning, message: "HTML element with prose is not shown",
				effect: "models read it, but people who read the rendered file do not see it", help: "delete it, or write it in the text"})
		})
		if v := d.Data.Get("description"); v.IsString() && trigger.In([]byte(v.Text)).MayOrder() {
			for sentence := range strings.SplitSeq(v.Text, ". ") {
				if o := visibleOrder([]byte(sentence)); o != none && o != retask && o != send && !(o == unguard && behavior.NamesTesting(sentence)) {
					add(v.Range, o)
					break
				}
			}
		}
	}
	hits = withoutHidden(d, hits, func(text []byte) bool { return visibleOrder(text) != none })
	if len(hits) == 0 {
		return nil
	}
	worse := isHarmfulFile(d.File, r)
	isOwn := func(h hit) bool { return h.excuse.Kind == behavior.NoExcuse }
	if first := slices.IndexFunc(hits, isOwn); first >= 0 {
		worse = worse || hides && slices.ContainsFunc(hits, func(h hit) bool { return isOwn(h) && h.message != hits[first].message })
	}
	for i := range hits {
		if worse && isOwn(hits[i]) {
			hits[i].severity = analysis.Error
		}
	}
	reportHits(pass, hits)
	return nil
}

// isHarmfulFile reports whether other rules report code of a file.
func isHarmfulFile(f *analysis.File, r *behavior.Reading) bool {
	for _, a := range r.Acts {
		if r.ExcuseOf(&a).Kind == behavior.NoExcuse && (a.Kind == behavior.OpensShell || a.Kind == behavior.Runs && (a.Of.Has(behavior.Decoded|behavior.Socket) || remoteSeverity(f, &a) == analysis.Error) ||
			a.Kind == behavior.Sends && sentSeverity(f, &a) == analysis.Error) {
			return true
		}
	}
	return false
}
