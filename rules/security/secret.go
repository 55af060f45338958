package security

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/escape"
)

// Secret reports tokens and private keys that a file contains.
//
// Everybody who can read the skill can use them. A token that was published once has to be revoked, even if it is
// deleted in a later commit. Reports show only how a token begins.
//
// Tokens are recognized by prefix, length and alphabet; those of GitHub and npm also by their checksum.
//
// Tokens without a typical prefix, and tokens that code joins from parts, are not seen.
//
// Severity:
//   - error, info for an "accessKeyId" of AWS without its key, and for a key of Google beside the name of Firebase, which web apps
//     publish
//   - warning on a line with the label "Example" or "Format"
//   - info beside a regular expression of the format
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
	isText := d.Kind&analysis.Text != 0
	escape.Tokens(d.Source, func(t escape.Token) bool {
		message := "token of " + t.Owner + ": " + quote.Text(t.Prefix+"…")
		if t.Owner == "" {
			message, t.End = "private key", t.Body
		}
		at := analysis.Range{Start: t.Start, End: t.End}
		excuse := behavior.Excuse{}
		if isText && t.Owner != "" {
			excuse = formatExcuse(d, at, t.Prefix)
		}
		severity := analysis.Error
		if t.Prefix == "AKIA" && isIdentifier(d, at) || t.Prefix == "AIza" && isOfFirebase(d, at) {
			severity = analysis.Info
		}
		hits = append(hits, hit{excuse: excuse, at: at, severity: severity, message: message,
			effect: "everybody who can read the file can use it", help: "revoke it, and read it from the environment"})
		return len(hits) < mostPassages
	})
	reportHits(pass, hits)
	return nil
}

// isOfFirebase reports whether the text around a key of Google is about Firebase. Web apps contain such a key, which identifies their project.
func isOfFirebase(d *analysis.Document, at analysis.Range) bool {
	const near = 400 // bytes
	around := bytes.ToLower(d.Source[max(0, at.Start-near):min(len(d.Source), at.End+near)])
	return bytes.Contains(around, []byte("firebase")) || bytes.Contains(around, []byte("authdomain"))
}

// isIdentifier reports whether the token at a range is the value of a field for the identifier of an access key, such as in an event of
// a log, and no key is near it: 40 characters of base64 with digits and capital letters.
func isIdentifier(d *analysis.Document, at analysis.Range) bool {
	const near, size = 400, 40 // bytes
	line := d.LineRange(d.LineOf(at.Start))
	field := d.Text(analysis.Range{Start: max(line.Start, at.Start-near), End: at.Start})
	if !strings.HasSuffix(strings.TrimRight(strings.ToLower(field), "\"': ="), "accesskeyid") {
		return false
	}
	around := d.Source[max(0, at.Start-near):min(len(d.Source), at.End+near)]
	length := 0
	for i := 0; i <= len(around); i++ {
		if i < len(around) && (escape.IsAlphanumeric(around[i]) || around[i] == '/' || around[i] == '+') {
			length++
			continue
		}
		if key := string(around[i-length : i]); length == size && strings.ContainsAny(key, "0123456789") && strings.ToLower(key) != key && strings.ToUpper(key) != key {
			return false
		}
		length = 0
	}
	return true
}

// formatSize is the number of bytes around a token that are searched for the pattern of its format.
const formatSize = 200

// formatExcuse returns the excuse of a token that shows a format: beside a regular expression of it, or on a line with the
// label "Example" or "Format".
func formatExcuse(d *analysis.Document, at analysis.Range, prefix string) behavior.Excuse {
	around := analysis.Range{Start: max(0, at.Start-formatSize), End: min(len(d.Source), at.End+formatSize)}
	if n := strings.Index(d.Text(around), prefix+"["); n >= 0 {
		pattern := analysis.Range{Start: around.Start + n, End: around.Start + n + len(prefix)}
		return behavior.Excuse{Kind: behavior.ByLabel, Strength: behavior.Presents, At: pattern}
	}
	line := d.LineRange(d.LineOf(at.Start))
	label, _, ok := strings.Cut(strings.ToLower(strings.TrimLeft(d.Text(analysis.Range{Start: max(line.Start, at.Start-formatSize), End: at.Start}), " \t>*-_|#`")), ":")
	if first, _, _ := strings.Cut(label, " "); ok && (first == "example" || first == "format" || first == "e.g.") {
		return behavior.Excuse{Kind: behavior.ByLabel, Strength: behavior.Hints, At: analysis.Range{Start: line.Start, End: at.Start}}
	}
	return behavior.Excuse{}
}
