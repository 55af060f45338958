package security

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// opensLocked reports whether the text around a sentence with an address tells a model to download an archive, gives its
// password, and tells the model to start what is in it. The password keeps scanners from reading the archive.
func opensLocked(pass *analysis.Pass, at analysis.Range) bool {
	source := pass.Document.Source
	url := firstAddress(string(source[at.Start:at.End]))
	if bytes.Count(source[at.Start:at.End], []byte("]: http")) > 2 { // link definitions
		return false
	}
	if level := trustIn(pass.File, url); url == "" || level == trust.Local || level == trust.Placeholder || level == trust.Vendor && !strings.Contains(url, "/releases") {
		return false
	}
	around := source[max(pass.Document.BodyStart(), at.Start-reach):min(len(source), at.End+reach)]
	words := wordsOf(around)
	return (hasPassword(around) && isArchiveText(url, words) || isArchiveText(url, nil) && hasUnnamedPassword(around)) && startsContent(words)
}

// hasUnnamedPassword reports whether a text gives the password of an archive without calling it one: "(extract using: x)". What
// follows is one word, and not a program that extracts files.
func hasUnnamedPassword(text []byte) bool {
	lower := strings.ToLower(string(text))
	for _, verb := range []string{"extract ", "unzip ", "unpack "} {
		for rest := lower; ; {
			_, after, ok := strings.Cut(rest, verb)
			if !ok {
				break
			}
			rest = after
			value, isUsing := strings.CutPrefix(after, "using: ")
			if !isUsing {
				if value, isUsing = strings.CutPrefix(after, "with: "); !isUsing {
					continue
				}
			}
			value = strings.TrimLeft(value, "`\"'*")
			word := value[:wordEnd(value)]
			end := strings.TrimLeft(value[len(word):], "`\"'*")
			if word != "" && !is(word, "tar", "unzip", "7z", "7za", "7zip", "winrar", "unrar", "bsdtar", "ditto", "the", "your", "any", "a") && (end == "" || strings.IndexByte(").,\n", end[0]) >= 0) {
				return true
			}
		}
	}
	return false
}

// hasPassword reports whether a text gives a password: "password `x`", "pass: x".
func hasPassword(text []byte) bool {
	if !hasPass(text) {
		return false
	}
	lower := bytes.ToLower(text)
	for _, name := range []string{"password", "passcode", "pass:", "pass `", "passwort"} {
		for rest := lower; ; {
			n := bytes.Index(rest, []byte(name))
			if n < 0 {
				break
			}
			rest = rest[n+len(name):]
			next := rest[:min(len(rest), 24)]
			if bytes.HasPrefix(bytes.TrimLeft(next, ": `\"*"), []byte("$")) { // a variable, which no archive has
				continue
			}
			if name == "pass `" || bytes.ContainsAny(next, "`\"") && !bytes.ContainsAny(next[:bytes.IndexAny(next, "`\"")], ".\n") {
				return true
			}
		}
	}
	return false
}

// hasPass reports whether a text has "pass" in any case.
func hasPass(text []byte) bool {
	for i := 3; i < len(text); i++ {
		if text[i]|0x20 == 's' && text[i-1]|0x20 == 's' && text[i-2]|0x20 == 'a' && text[i-3]|0x20 == 'p' {
			return true
		}
	}
	return false
}

// isArchiveText reports whether an address or words name an archive.
func isArchiveText(url string, words []string) bool {
	for _, ending := range []string{".zip", ".rar", ".7z", ".tar.gz", ".dmg"} {
		if strings.Contains(strings.ToLower(url), ending) {
			return true
		}
	}
	for i, w := range words {
		if is(w, "archive", "unpack", "unzip", "decompress") || w == "extract" && slices.ContainsFunc(words[i+1:min(len(words), i+7)], func(w string) bool {
			return is(w, "it", "zip", "rar", "7z", "file", "files", "contents", "content", "folder", "package", "using", "password")
		}) {
			return true
		}
	}
	return false
}

// startsContent reports whether words tell a model to run something.
func startsContent(words []string) bool {
	for i, w := range words {
		if is(w, "run", "start", "open", "launch", "execute", "install") && (isImperative(words, i) || isCount(words[i-1])) {
			return true
		}
	}
	return false
}
