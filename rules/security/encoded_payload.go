package security

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// EncodedPayload reports encoded text that is decoded and run.
//
// Reviewers cannot read what base64, hexadecimal digits or compressed bytes contain, and there is hardly another
// reason to encode code in a skill. Values are followed through pipes, substitutions, variables and files of one
// script.
//
// Encodings of its own making, such as a loop over exclusive or, are seen only if the decoded text reaches a call that runs code.
//
// Not reported:
//   - encoded text that is decoded and not run, such as images, certificates and answers of services
//   - encoded text whose plain text is in the same file, and text that the same script encoded
//   - text that describes attacks or says what not to do
var EncodedPayload = &analysis.Analyzer{
	Name:     "security/encoded-payload",
	Doc:      "encoded code that is run",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1140 (Deobfuscate/Decode Files or Information)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      encodedPayload,
}

func encodedPayload(pass *analysis.Pass) error {
	hits := hitsIn(pass, encodedHit)
	for _, at := range encodedTexts(pass.Document.Source) {
		plain := decodedText(pass.Document.Source[at.Start:at.End])
		if plain != "" && isPayload(pass.File, plain) && !isShownBeside(pass.Document.Source, at, strings.TrimSpace(plain)) {
			excuse := behavior.Fact.Of(pass).ExcuseOf(&behavior.Act{At: at})
			hits = append(hits, hit{excuse: excuse, at: at, severity: analysis.Error, message: "encoded text contains a harmful command",
				effect: "people who read the file do not see what it says", help: "remove it"})
		}
	}
	reportHits(pass, hits)
	return nil
}

// isShownBeside reports whether a text is decoded near it, as in a lesson.
func isShownBeside(source []byte, at analysis.Range, plain string) bool {
	const near = 4 << 10 // bytes
	return bytes.Contains(source[max(0, at.Start-near):min(len(source), at.End+near)], []byte(plain))
}

func encodedHit(f *analysis.File, a *behavior.Act) hit {
	if a.Kind != behavior.Runs || !a.Of.Has(behavior.Decoded) || a.Of.Has(behavior.Socket) {
		return hit{}
	}
	return hit{at: a.At, severity: analysis.Error, message: "decoded text is run as code", effect: when(f, a.On), help: "write the code as text"}
}
