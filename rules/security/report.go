package security

import (
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// A hit is a place that a rule reports.
type hit struct {
	at       analysis.Range
	severity analysis.Severity
	message  string
	effect   string
	help     string
	excuse   behavior.Excuse // of the text around it
}

// mostShown limits the further places in a finding.
const mostShown = 20

// reportHits reports all hits of a rule in a file as one finding, at the first of the most severe ones. It is the only place
// that applies excuses: they lower severities, and the finding lists the lowered places.
func reportHits(pass *analysis.Pass, hits []hit) {
	worst := -1
	var lowered []analysis.Location
	for i := range hits {
		if hits[i].excuse.Kind == behavior.NoExcuse && !pass.File.NoExcuses && (isFixture(pass.File.Rel) || pass.File.Owner == "" && isArchived(pass.File.Rel)) {
			hits[i].excuse = behavior.Excuse{Kind: behavior.ByPlace, Strength: behavior.Hints, At: hits[i].at}
			if isExpected(pass.File.Rel) {
				hits[i].excuse.Strength = behavior.Presents
			}
		}
		if s := hits[i].excuse.Lower(hits[i].severity); s != hits[i].severity {
			hits[i].severity = s
			if len(lowered) < mostPassages {
				lowered = append(lowered, pass.Document.At(hits[i].at))
			}
		}
	}
	for i := range hits {
		if hits[i].severity != analysis.Off && (worst < 0 || hits[i].severity > hits[worst].severity) {
			worst = i
		}
	}
	if worst < 0 {
		return
	}
	h := hits[worst]
	found := analysis.Diagnostic{Range: h.at, Severity: h.severity, Message: h.message, Effect: h.effect, Help: h.help, Lowered: lowered}
	if h.excuse.Kind != behavior.NoExcuse && !pass.Document.Part {
		found.Related = append(found.Related, analysis.Related{Location: pass.Document.At(h.excuse.At), Message: "less severe because of this text"})
	}
	more := 0
	for i := range hits {
		if i == worst || hits[i].severity == analysis.Off {
			continue
		}
		if more++; more <= mostShown && !pass.Document.Part {
			found.Related = append(found.Related, analysis.Related{Location: pass.Document.At(hits[i].at), Message: hits[i].message})
		}
	}
	if more > 0 {
		found.Message += " (and " + quote.Plural(more, "more place") + ")"
	}
	pass.Report(found)
}

// isFixture reports whether a file is the input of a test.
func isFixture(rel string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(rel), "/"), func(dir string) bool {
		return strings.HasSuffix(dir, "-fixtures") || is(dir, "fixtures", "__fixtures__", "testdata", "tests", "test", "__tests__", "golden", "evals")
	})
}

// isExpected reports whether a file is data of a test, which no program runs.
func isExpected(rel string) bool {
	return is(path.Ext(rel), ".txt", ".json", ".jsonl", ".ndjson", ".csv", ".xml") && isFixture(rel)
}

// isArchived reports whether a file is in a directory of archived or outdated files.
func isArchived(rel string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(rel), "/"), func(dir string) bool {
		return is(strings.Trim(strings.ToLower(dir), "_."), "archive", "archives", "archived", "backup", "backups", "deprecated", "legacy", "obsolete")
	})
}

// when describes the time at which code on a surface runs, for the note of a finding.
func when(f *analysis.File, on behavior.Surface) string {
	switch on {
	case behavior.Unasked:
		return "the client runs it without confirmation"
	case behavior.InScript:
		if f.Owner != "" && f.Kind == analysis.Resource {
			return "a model that uses the skill " + quote.Text(f.Owner) + " runs it with the permissions of the user"
		}
		return "it runs with the permissions of the user as soon as a model runs the script"
	}
	return "a model that follows the text runs it with the permissions of the user"
}

// hitsIn returns the hits of a rule in the acts of a file.
func hitsIn(pass *analysis.Pass, hitOf func(*analysis.File, *behavior.Act) hit) []hit {
	var hits []hit
	r := behavior.Fact.Of(pass)
	for i := range r.Acts {
		if h := hitOf(pass.File, &r.Acts[i]); h.severity != analysis.Off {
			h.excuse = r.ExcuseOf(&r.Acts[i])
			hits = append(hits, h)
		}
	}
	return hits
}

// trustIn returns the trust in an address. The configuration of the base may list trusted hosts.
func trustIn(f *analysis.File, url string) trust.Level {
	at := trust.In(url)
	if at > trust.Vendor && len(f.TrustedHosts) > 0 && trust.OneOf(trust.HostOf(url), strings.Join(f.TrustedHosts, " ")) {
		return trust.Vendor
	}
	return at
}

// hostShown returns the host of an address for a message.
func hostShown(address string) string {
	host := trust.HostOf(strings.TrimPrefix(address, "mailto:"))
	if host == "" {
		return "another computer"
	}
	return quote.Text(host)
}

// everyKind is the set of kinds of files that the rules about behavior read.
const everyKind = (analysis.Parsed | analysis.Raw) &^ analysis.Manifest

// checkedOn is the date on which the sources of these rules were read.
const checkedOn = "2026-11-23"

// worstHit returns the most severe hit of a script.
func worstHit(d *analysis.Document, r *behavior.Reading) hit {
	var worst hit
	f, raise := d.File, raising(d, r)
	for _, g := range r.Gaps {
		worst = worse(worst, gapHit(f, g))
	}
	for i := range r.Acts {
		for _, hitOf := range []func(*analysis.File, *behavior.Act) hit{remoteHit, encodedHit, backdoorHit, sentHit, persistenceHit, privilegeHit, autoRunHit} {
			h := raise(&r.Acts[i], hitOf(f, &r.Acts[i]))
			h.severity = r.ExcuseOf(&r.Acts[i]).Lower(h.severity)
			worst = worse(worst, h)
		}
	}
	return worst
}

// worse returns the more severe hit, or the first of two.
func worse(a, b hit) hit {
	if b.severity > a.severity {
		return b
	}
	return a
}
