package behavior

import (
	"encoding/base64"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// transform returns the output of a program that transforms text.
func (s *shellReader) transform(v Value, c *call) Value {
	text := v.text
	v.text = ""
	switch c.name {
	case "cat", "head", "tee":
		v.text = text
	case "base64", "base32", "basenc", "gbase64":
		if v.text = text; c.flag("dD") || strings.Contains(strings.Join(argumentTexts(c), " "), "--decode") {
			return s.decode(v)
		}
		return s.encode(v, c.at)
	case "openssl":
		return s.openssl(v, c)
	case "xxd", "od", "hexdump", "uuencode":
		v.labels |= codingOf(c.name == "xxd" && c.flag("r"))
	case "uudecode", "rev", "gunzip", "zcat", "bunzip2", "unxz", "bzcat", "xzcat":
		v.labels |= Decoded
	case "gzip", "bzip2", "xz", "zstd", "age", "ccrypt":
		v.labels |= codingOf(c.flag("d") || c.Has("--decompress", "--decrypt"))
	case "gpg":
		if c.Has("--verify") {
			s.checked = true
		} else {
			v.labels |= codingOf(c.Has("-d", "--decrypt"))
		}
	case "tr":
		if len(c.args) > 2 && effect.IsRotation(c.args[2].text) {
			v.labels |= Decoded
		}
	case "cut", "grep", "egrep", "rg", "awk", "gawk", "jq", "yq":
		if v.Has(Environment) && c.name != "cut" {
			v.labels = v.labels&^Environment | Secret // a part of it
		}
		if name := variableIn(c); name != "" && v.Has(Credential) && v.secret == ".env" {
			v.labels, v.secret = v.labels&^Credential|Secret, "$"+name
		}
	}
	return v
}

func codingOf(decodes bool) Label {
	if decodes {
		return Decoded
	}
	return Encoded
}

// openssl reads a command of openssl with an input.
func (s *shellReader) openssl(v Value, c *call) Value {
	long := strings.Join(argumentTexts(c), " ")
	switch {
	case strings.Contains(long, "s_client"):
		act := Act{Kind: Sends, At: c.at, Of: v, To: optionValue(c, "-connect"), By: "openssl"}
		if v.Has(shellOutput) {
			act.Kind, act.Of = OpensShell, Value{}
		}
		s.add(act)
		return Value{labels: output | Socket}
	case strings.Contains(long, "-verify") || strings.Contains(long, "dgst"):
		s.checked = s.checked || strings.Contains(long, "verify")
		return Value{labels: output}
	case strings.Contains(long, " -d") && lex.ContainsAny(long, "enc", "base64", "aes"):
		v.labels |= Decoded | output
	default:
		v.labels |= Encoded
	}
	return v
}

// decode returns the text that a value encodes.
func (s *shellReader) decode(v Value) Value {
	if plain, ok := s.plainOf(v.text); ok {
		return plain
	}
	v.labels |= Decoded
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(v.text))
	if v.text = ""; err == nil && utf8.Valid(plain) {
		v.text = string(plain)
	}
	return v
}

// variableIn returns the variable that a call of grep selects in a file of variables, or "".
func variableIn(c *call) string {
	plain := c.arguments("")
	if !strings.HasSuffix(c.name, "grep") && c.name != "rg" || c.flag("vcl") || len(plain) == 0 {
		return ""
	}
	name := strings.TrimSuffix(strings.TrimPrefix(plain[0].text, "^"), "=")
	if len(name) < 4 || !syntax.ValidName(name) || strings.ToUpper(name) != name {
		return ""
	}
	return name
}

// encodedName starts the names of encoded values.
const encodedName = "${base64_"

// encode returns the encoded form of a value. Its text is a name for it, because a script that decodes what it encoded itself, to pass
// it to another computer, hides nothing.
func (s *shellReader) encode(v Value, at analysis.Range) Value {
	encoded := Value{labels: v.labels | Encoded, url: v.url, secret: v.secret}
	if s.allows(len(s.encoded)+1, mostFiles, TooMuch, at) {
		s.encoded = append(s.encoded, v)
		encoded.text = encodedName + strconv.Itoa(len(s.encoded)-1) + "}"
	}
	return encoded
}

// plainOf returns the value of a text that consists of encoded forms.
func (s *shellReader) plainOf(text string) (Value, bool) {
	var plain Value
	rest := strings.TrimSpace(text)
	for n := 0; rest != "" && n < 4; n++ {
		name, after, ok := strings.Cut(rest, "}")
		digits, isName := strings.CutPrefix(name, encodedName)
		i, err := strconv.Atoi(digits)
		if !ok || !isName || err != nil || i < 0 || i >= len(s.encoded) {
			return Value{}, false
		}
		if n > 0 { // another way to encode it
			plain = plain.join(Value{text: "\n"})
		}
		plain, rest = plain.join(s.encoded[i]), strings.TrimSpace(after)
	}
	return plain, rest == "" && text != ""
}
