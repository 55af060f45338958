package security

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// Backdoor reports code that gives others a shell, and miners of cryptocurrency.
//
// A shell that is connected to a host, or that listens for one, runs what others type with the permissions
// of the user. The rule reports connections of shells with /dev/tcp, netcat, socat, named pipes and sockets, code
// that is received over a socket and run, and the programs and protocols of miners.
//
// Shells that are built from functions of other libraries than those of sockets, and remote control over ordinary web services, are
// not seen unless what they receive is run.
//
// Not reported:
//   - checks whether a port is open
//   - connections to the local computer
//   - text that describes attacks or says what not to do
var Backdoor = &analysis.Analyzer{
	Name:     "security/backdoor",
	Doc:      "remote shell or cryptocurrency miner",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1059.004 (Unix Shell), T1496 (Resource Hijacking); Sigma rule 738d9bcf-6999-4fdb-b4ac-3033037db8ab (Suspicious Reverse Shell Command Line)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      backdoor,
}

func backdoor(pass *analysis.Pass) error {
	reportHits(pass, hitsIn(pass, backdoorHit))
	return nil
}

func backdoorHit(f *analysis.File, a *behavior.Act) hit {
	h := hit{at: a.At, severity: analysis.Error, effect: when(f, a.On), help: "remove it"}
	switch {
	case a.Kind == behavior.OpensShell && a.To != "" && trust.In(a.To) == trust.Local && trust.IsLocal(trust.HostOf(a.To)):
		return hit{}
	case a.Kind == behavior.OpensShell && a.To != "":
		h.message = "a shell is connected to " + hostShown(a.To)
	case a.Kind == behavior.OpensShell:
		h.message = "a shell is connected to another computer"
	case a.Kind == behavior.Runs && a.Of.Has(behavior.Socket):
		h.message = "what another computer sends is run"
	case a.Kind == behavior.Mines:
		h.message = "cryptocurrency is mined"
	default:
		return hit{}
	}
	if trust.In(a.To) == trust.Placeholder && a.To != "" { // the reader must replace it
		h.severity = analysis.Warning
		if a.On == behavior.InText {
			h.severity = analysis.Info
		}
	}
	return h
}
