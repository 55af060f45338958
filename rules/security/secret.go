package security

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
)

// Secret reports tokens and private keys that a file contains.
//
// Everybody who can read the skill can use them. A token that was published once has to be revoked, even if it is
// deleted in a later commit. Reports show only how a token begins.
//
// Tokens are recognized by prefix, length and alphabet; those of GitHub and npm also by their checksum.
//
// Not reported:
//   - placeholders and examples: repeated characters, sequences, and words such as EXAMPLE
//   - public keys, and private keys without a body
var Secret = &analysis.Analyzer{
	Name:     "security/secret",
	Doc:      "token or private key in a file",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1552.001 (Credentials In Files); GitHub's description of its token formats"},
	Run: secrets,
}

func secrets(pass *analysis.Pass) error {
	d := pass.Document
	if d.Encoding != analysis.UTF8 {
		return nil
	}
	var hits []hit
	escape.Tokens(d.Source, func(t escape.Token) bool {
		message := "token of " + t.Owner + ": " + quote.Text(t.Prefix+"…")
		if t.Owner == "" {
			message, t.End = "private key", t.Body
		}
		hits = append(hits, hit{at: analysis.Range{Start: t.Start, End: t.End}, severity: analysis.Error, message: message,
			effect: "everybody who can read the file can use it", help: "revoke it, and read it from the environment"})
		return len(hits) < mostPassages
	})
	reportHits(pass, hits)
	return nil
}
