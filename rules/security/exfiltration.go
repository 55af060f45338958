package security

import (
	"cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// Exfiltration reports secrets that are sent to a host.
//
// Skills run with the environment and the files of the user. The rule follows credential files, all environment
// variables, and variables with the name of a secret into the body, the form, the address or the host name of a
// request, into netcat, mail and copies to other computers, also through variables and files of earlier blocks of a text.
//
// The rule does not see secrets that pass through a database or an unknown program first, and conversations that a model is to
// send in other words than those of the rule.
//
// Severity:
//   - error for credential files and all environment variables, and for data in host names
//   - error for secrets that are sent to an address that code computes from encoded or scattered text
//   - error for single secrets if the host is a number, a tunnel or a recorder of requests
//   - info for orders in an index of links and in keys at the start of a page, which are titles
//   - warning for single secrets that are sent to a host with another name, info if the address has the name of the secret, as
//     $ACME_KEY to data.example.org/acme, and for API keys of services that are not well known, which most likely run the host
//   - info for $TOKEN and $API_KEY, which may belong to any service, and for a secret that is sent to its own service without encryption
//
// Not reported:
//   - headers that authorize a request, and requests for tokens
//   - secrets that are sent to a host with the same name, or to another one of their service: $ACME_KEY to api.acme.com, $META_TOKEN to
//     graph.facebook.com
//   - loopback and private hosts, and placeholders
//   - secrets that are read and not sent
//   - one variable of a file, unless the same variable of the environment is reported
//   - what an object of a well-known client library returns, which has the key of its service
//   - text that describes attacks or says what not to do, or which header of a request holds a key
//   - orders in comments, which security/hidden-text reports
var Exfiltration = &analysis.Analyzer{
	Name:     "security/exfiltration",
	Doc:      "secrets sent to a host",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1041 (Exfiltration Over C2 Channel), T1048 (Exfiltration Over Alternative Protocol)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      exfiltration,
}

func exfiltration(pass *analysis.Pass) error {
	r := behavior.Fact.Of(pass)
	hits := hitsIn(pass, sentHit)
	var orders []hit
	for _, s := range r.Sentences {
		text := pass.Document.Source[s.At.Start:s.At.End]
		if s.Has.MayShow() {
			if url := imageOf(pass.File, text); url != "" {
				hits = append(hits, hit{excuse: r.ExcuseOfText(s.At), at: s.At, severity: analysis.Error, message: "an image sends data to " + hostShown(url),
					effect: "a client that shows the image sends what the model writes into its address", help: "remove it"})
				continue
			}
		}
		if s.Has.MaySend() && (ordersToSend(pass.File, text, s.Has) || sendsWhatPrecedes(pass, s.At)) {
			orders = append(orders, hit{excuse: orderExcuse(pass, s.At, send), at: s.At, severity: analysis.Error, message: "text tells the model to send secrets to " + hostShown(firstAddress(string(text))),
				effect: "a model that follows it gives them away", help: "remove it"})
		}
	}
	if v := pass.Document.Data.Get("description"); v.IsString() && describesSending(pass.File, v.Text) {
		hits = append(hits, hit{at: v.Range, severity: analysis.Error, message: "description tells the model to send secrets to " + hostShown(firstAddress(v.Text)),
			effect: "each session reads it", help: "remove it"})
	}
	reportHits(pass, append(hits, withoutHidden(pass.Document, orders, func(text []byte) bool { return ordersToSend(pass.File, text, trigger.In(text)) })...))
	return nil
}

func sentHit(f *analysis.File, a *behavior.Act) hit {
	if a.Kind != behavior.Sends {
		return hit{}
	}
	return hit{at: a.At, severity: sentSeverity(f, a), message: whatShown(cmp.Or(a.Of.Name(), "data about the computer")) + " is sent to " + whereShown(a),
		effect: when(f, a.On), help: "send only what the service needs, and name the service in the text"}
}

func sentSeverity(f *analysis.File, a *behavior.Act) analysis.Severity {
	s := &sending{a, f, trustIn(f, a.To), trust.HostOf(a.To), a.Of.Name()}
	for _, row := range sendings {
		if row.applies(s) {
			return row.severity
		}
	}
	return analysis.Off
}
