package schema

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// formats returns the checks for the values of "format" in the schemas. Checks of strings treat
// numbers as strings and accept values of other types.
func formats() map[string]func(any) bool {
	checks := map[string]func(any) bool{
		"date":               ofText(isDate),
		"semver":             ofText(isSemver),
		"version-triple":     ofText(isVersionTriple),
		"skill-name-unicode": ofText(isSkillName),
		"space-separated":    ofText(isSpaceSeparated),
		"url":                ofText(isURL),
		"json-text":          ofText(func(text string) bool { return json.Valid([]byte(text)) }),
		"boolean-word":       func(v any) bool { return isTrue(v) || isFalse(v) },
		"true-word":          isTrue,
		"not-false-word":     func(v any) bool { return !isFalse(v) },
	}
	for _, format := range lengthFormats {
		checks[format] = isWithin(format)
	}
	return checks
}

func ofText(check func(string) bool) func(any) bool {
	return func(v any) bool {
		switch v := v.(type) {
		case string:
			return check(v)
		case json.Number:
			return check(v.String())
		}
		return true
	}
}

// isDate reports whether text is a date, YYYY-MM-DD.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// isSemver reports whether text is a semantic version (semver.org).
func isSemver(text string) bool {
	text, build, hasBuild := strings.Cut(text, "+")
	core, pre, hasPre := strings.Cut(text, "-")
	if hasBuild && !areIdentifiers(build, false) || hasPre && !areIdentifiers(pre, true) {
		return false
	}
	parts := strings.Split(core, ".")
	for _, p := range parts {
		if !isNumber(p) || len(p) > 1 && p[0] == '0' {
			return false
		}
	}
	return len(parts) == 3
}

// areIdentifiers reports whether text is a list of semver identifiers. Those of a pre-release have no
// leading zeros.
func areIdentifiers(text string, pre bool) bool {
	for id := range strings.SplitSeq(text, ".") {
		if id == "" || pre && len(id) > 1 && id[0] == '0' && isNumber(id) {
			return false
		}
		for i := range len(id) {
			if c := id[i] | 0x20; !(c >= 'a' && c <= 'z') && !(id[i] >= '0' && id[i] <= '9') && id[i] != '-' {
				return false
			}
		}
	}
	return true
}

func isVersionTriple(text string) bool {
	parts := strings.Split(text, ".")
	for _, p := range parts {
		if !isNumber(p) {
			return false
		}
	}
	return len(parts) == 3
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// isSkillName reports whether text, trimmed and normalized as by skills-ref, consists of lower-case
// letters of any script, digits and single hyphens inside. It accepts any length.
func isSkillName(text string) bool {
	text = norm.NFKC.String(strings.TrimSpace(text))
	for _, r := range text {
		if r != '-' && !unicode.IsDigit(r) && !(unicode.IsLetter(r) && unicode.ToLower(r) == r) {
			return false
		}
	}
	return !strings.HasPrefix(text, "-") && !strings.HasSuffix(text, "-") && !strings.Contains(text, "--")
}

// isSpaceSeparated reports whether a list of tools has no commas outside parentheses. One with spaces in
// parentheses cannot be separated by spaces.
func isSpaceSeparated(text string) bool {
	depth, comma := 0, false
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			comma = comma || depth <= 0
		case ' ':
			if depth > 0 {
				return true
			}
		}
	}
	return !comma
}

// isURL reports whether text is an absolute URL as browsers parse it: a scheme, and for web schemes
// a host.
func isURL(text string) bool {
	text = strings.TrimFunc(text, func(r rune) bool { return r <= ' ' })
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || !isScheme(scheme) {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ftp":
		return isHost(strings.TrimLeft(rest, `/\`))
	}
	return true
}

func isScheme(text string) bool {
	for i, r := range text {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9') && !strings.ContainsRune("+-.", r)) {
			return false
		}
	}
	return text != ""
}

// isHost reports whether the part of a URL after the slashes starts with a host and a valid port.
func isHost(text string) bool {
	if end := strings.IndexAny(text, `/\?#`); end >= 0 {
		text = text[:end]
	}
	host := text[strings.LastIndexByte(text, '@')+1:]
	if strings.HasPrefix(host, "[") {
		return strings.Contains(host, "]")
	}
	host, port, hasPort := strings.Cut(host, ":")
	if n, err := strconv.Atoi("0" + port); hasPort && (err != nil || n > 65535) {
		return false
	}
	host, err := url.PathUnescape(host)
	return err == nil && host != "" && !strings.ContainsAny(host, " <>^|%") && isAddress(strings.Split(strings.TrimSuffix(host, "."), "."))
}

// isAddress reports whether the labels of a host are an IPv4 address, if the last one is a number. The
// last number may cover several bytes.
func isAddress(labels []string) bool {
	last := len(labels) - 1
	if !isNumber(labels[last]) {
		return true
	}
	for i, label := range labels {
		most := 255
		if i == last {
			most = 1<<(8*max(4-last, 0)) - 1
		}
		if n, err := strconv.Atoi(label); err != nil || !isNumber(label) || n > most {
			return false
		}
	}
	return last < 4
}

// isTrue and isFalse accept the words that Claude Code accepts as booleans.
func isTrue(v any) bool  { return isWord(v, true, "true", "yes", "on", "1") }
func isFalse(v any) bool { return isWord(v, false, "false", "no", "off", "0") }

func isWord(v any, b bool, words ...string) bool {
	var text string
	switch v := v.(type) {
	case bool:
		return v == b
	case string:
		text = v
	case json.Number:
		if f, err := v.Float64(); err == nil {
			text = strconv.FormatFloat(f+0, 'f', -1, 64) // 1.0 is 1
		}
	}
	for _, w := range words {
		if strings.EqualFold(text, w) {
			return true
		}
	}
	return false
}
