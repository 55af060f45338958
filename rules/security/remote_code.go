package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// RemoteCode reports code that is downloaded and run.
//
// What a host sends is not part of the review: it can be different for each computer, and tomorrow. Without
// encryption, or with an address that changes its owner, others can replace it as well. That is so for a
// download into an interpreter (curl … | sh, bash <(curl …), eval "$(curl …)", irm … | iex), for a file that is
// downloaded and run in the same script, and for exec(requests.get(…).text).
//
// The rule does not see code that one script downloads and another one runs, code that a program writes to a path from its arguments,
// and second stages that a downloaded program loads.
//
// Severity:
//   - error for archives whose password is in the text
//   - error if the address has no encryption, is a number or has a login, or if the host is a tunnel or publishes
//     texts of anybody, or an address that is shortened
//   - error for other hosts in hooks, inline commands and servers; a warning for well-known vendors
//   - warning for other hosts in scripts, and for exec of what Python or JavaScript downloads
//   - info for other hosts in text, for well-known vendors, and for the host that the name of the skill names: code from rclone.org in a
//     skill called rclone-backup
//
// Not reported:
//   - loopback and private hosts, and placeholders
//   - files whose checksum or signature is verified before they are run
//   - text that describes attacks or says what not to do
//   - downloads that are not run
var RemoteCode = &analysis.Analyzer{
	Name:     "security/remote-code",
	Doc:      "downloaded code that is run",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1105 (Ingress Tool Transfer), T1059.004 (Unix Shell)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      remoteCode,
}

func remoteCode(pass *analysis.Pass) error {
	hits := hitsIn(pass, remoteHit)
	r := behavior.Fact.Of(pass)
	for _, s := range r.Sentences {
		if s.Has.HasAddress() && opensLocked(pass, s.At) {
			hits = append(hits, hit{excuse: r.ExcuseOfText(s.At), at: s.At, severity: analysis.Error, message: "text tells the model to run an archive with a password",
				effect: "scanners cannot read what is in it", help: "remove it"})
			continue
		}
		if text := pass.Document.Source[s.At.Start:s.At.End]; s.Has.MayRun() && isRunOrder(pass.File, string(text)) || s.Has.MayLoad() && isFollowOrder(pass, s.At) {
			hits = append(hits, hit{excuse: r.ExcuseOfText(s.At), at: s.At, severity: analysis.Error, message: "text tells the model to run code from " + hostShown(firstAddress(string(text))),
				effect: when(pass.File, behavior.InText), help: "add the code to the skill, or pin a version and verify its checksum before it runs"})
		}
	}
	reportHits(pass, hits)
	return nil
}

func remoteHit(f *analysis.File, a *behavior.Act) hit {
	if a.Kind != behavior.Runs || !a.Of.Has(behavior.Fetched) || a.Of.Has(behavior.Decoded|behavior.Socket) {
		return hit{}
	}
	return hit{at: a.At, severity: remoteSeverity(f, a), message: "code from " + hostShown(a.Of.Address()) + " is run",
		effect: when(f, a.On), help: "add the code to the skill, or pin a version and verify its checksum before it runs"}
}

func remoteSeverity(f *analysis.File, a *behavior.Act) analysis.Severity {
	switch trustIn(f, a.Of.Address()) {
	case trust.Local:
		if a.Of.Address() == "" && a.On != behavior.InText {
			return analysis.Warning
		}
		return analysis.Off
	case trust.Placeholder:
		if a.On == behavior.Unasked {
			return analysis.Error
		}
		return analysis.Off
	case trust.Odd:
		return analysis.Error
	case trust.Vendor:
		if a.On == behavior.Unasked {
			return analysis.Warning
		}
		return analysis.Info
	}
	switch {
	case a.On == behavior.Unasked:
		return analysis.Error
	case a.On == behavior.InScript && isSubject(f, a.Of.Address()):
		return analysis.Info
	case a.On == behavior.InScript, is(a.By, "exec", "compile", "Function", "vm.runInThisContext"):
		return analysis.Warning
	}
	return analysis.Info
}

// isSubject reports whether the domain of an address is called like the skill, or like the first words of its name.
func isSubject(f *analysis.File, url string) bool {
	labels := strings.Split(trust.HostOf(url), ".")
	if len(labels) < 2 || f.NoExcuses {
		return false
	}
	domain := strings.ReplaceAll(labels[len(labels)-2], "-", "")
	joined := ""
	for word := range strings.SplitSeq(strings.ToLower(f.Owner), "-") {
		if joined += word; joined == domain && len(domain) > 3 {
			return true
		}
	}
	return false
}
