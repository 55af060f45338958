package portability

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// An objection is a part of a file that clients reject or read differently.
type objection struct {
	severity analysis.Severity // of the worst reason
	cause    string            // of the worst reason
	at       analysis.Range
	voices   []voice // the worst first
}

// A voice is a reason that several clients share.
type voice struct {
	clients         []string
	message, effect string
	severity        analysis.Severity
}

// collect returns the objections of clients, one for each place, in the order of the file. All reasons about the frontmatter as a
// whole are one objection. Missing fields are separate objections, although they have the same place. named is set if the
// directory of the skill has a name that clients may compare.
func collect(verdicts []loader.Verdict, named bool) []objection {
	var all []objection
	for _, v := range verdicts {
		for _, g := range v.Grounds {
			severity := severityOf(v.Status, g.Cause)
			if severity == analysis.Off || !named && g.Cause == "name-directory" {
				continue
			}
			i := slices.IndexFunc(all, func(o objection) bool { return o.includes(g) })
			if i < 0 {
				i, all = len(all), append(all, objection{at: g.At.Range})
			}
			all[i].add(v.Client, g, severity)
		}
	}
	for _, o := range all {
		sorting.By(o.voices, func(a, b voice) int { return cmp.Compare(b.severity, a.severity) })
	}
	sorting.By(all, func(a, b objection) int { return cmp.Compare(a.at.Start, b.at.Start) })
	return all
}

// includes reports whether a ground belongs to an objection.
func (o *objection) includes(g loader.Ground) bool {
	switch a, b := isMissing(o.cause), isMissing(g.Cause); {
	case isWhole(o.cause) && isWhole(g.Cause):
		return true
	case a && b:
		return o.at == g.At.Range && o.cause == g.Cause
	case a || b: // for some clients, an empty value is missing; for others, it has the wrong type
		return o.at == g.At.Range && fieldOf(o.cause) == fieldOf(g.Cause)
	case o.cause == g.Cause && isType(g.Cause):
		return overlap(o.at, g.At.Range)
	}
	return o.at == g.At.Range
}

// fieldOf returns the field in the name of a cause.
func fieldOf(cause string) string {
	if isMissing(cause) {
		return strings.TrimPrefix(cause, "no-")
	}
	return strings.TrimSuffix(cause, "-type")
}

func (o *objection) add(client string, g loader.Ground, severity analysis.Severity) {
	if severity > o.severity {
		o.severity, o.cause = severity, g.Cause
	}
	if isMissing(g.Cause) && severity == o.severity {
		o.cause = g.Cause
	}
	for i := range o.voices {
		v := &o.voices[i]
		if v.severity == severity && v.message == g.Message && v.effect == g.Effect {
			v.clients = append(v.clients, client)
			return
		}
	}
	o.voices = append(o.voices, voice{[]string{client}, g.Message, g.Effect, severity})
}

// severityOf returns the severity of a client's reason.
func severityOf(status loader.Status, cause string) analysis.Severity {
	switch {
	case status == loader.Rejected:
		return analysis.Error
	case status != loader.Partial:
		return analysis.Off
	case cause == "unread-field", cause == "unknown-tool":
		return analysis.Info
	}
	return analysis.Warning
}

// isWhole reports whether a cause concerns the whole frontmatter or the whole file.
func isWhole(cause string) bool {
	switch cause {
	case "syntax", "not-a-mapping", "language", "no-header", "byte-order-mark", "line-ends", "file-name", "file-size", "depth":
		return true
	}
	return false
}

// isMissing reports whether a cause is a missing or empty field.
func isMissing(cause string) bool { return strings.HasPrefix(cause, "no-") && cause != "no-header" }

// isType reports whether a cause is a value of the wrong type.
func isType(cause string) bool { return strings.HasSuffix(cause, "-type") && cause != "field-type" }
