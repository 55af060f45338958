package behavior

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// transform returns the output of a program that transforms text.
func (s *shellReader) transform(v Value, c *call) Value {
	long := strings.Join(argumentTexts(c), " ")
	text := v.text
	v.text = ""
	switch c.name {
	case "base64", "base32", "basenc", "gbase64":
		if c.flag("dD") || strings.Contains(long, "--decode") {
			v.labels |= Decoded
			if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil && utf8.Valid(plain) {
				v.text = string(plain)
			}
			return v
		}
		v.labels |= Encoded
	case "openssl":
		switch {
		case strings.Contains(long, "s_client") && v.Has(shellOutput):
			s.add(Act{Kind: OpensShell, At: c.at, To: optionValue(c, "-connect"), By: "openssl"})
			return Value{labels: output | Socket}
		case strings.Contains(long, "s_client"):
			s.add(Act{Kind: Sends, At: c.at, Of: v, To: optionValue(c, "-connect"), By: "openssl"})
			return Value{labels: output | Socket}
		case strings.Contains(long, "-verify") || strings.Contains(long, "dgst"):
			s.checked = s.checked || strings.Contains(long, "verify")
			return Value{labels: output}
		case strings.Contains(long, " -d") && (strings.Contains(long, "enc") || strings.Contains(long, "base64") || strings.Contains(long, "aes")):
			v.labels |= Decoded | output
		default:
			v.labels |= Encoded
		}
	case "xxd", "od", "hexdump", "uuencode":
		if c.name == "xxd" && c.flag("r") {
			v.labels |= Decoded
		} else {
			v.labels |= Encoded
		}
	case "uudecode", "rev", "gunzip", "zcat", "bunzip2", "unxz", "bzcat", "xzcat":
		v.labels |= Decoded
	case "gzip", "bzip2", "xz", "zstd", "age", "ccrypt":
		if c.flag("d") || c.Has("--decompress", "--decrypt") {
			v.labels |= Decoded
		} else {
			v.labels |= Encoded
		}
	case "gpg":
		switch {
		case c.Has("--verify"):
			s.checked = true
		case c.Has("-d", "--decrypt"):
			v.labels |= Decoded
		default:
			v.labels |= Encoded
		}
	case "tr":
		if len(c.args) > 2 && isRotation(c.args[2].text) {
			v.labels |= Decoded
		}
	case "cut", "grep", "egrep", "rg", "awk", "gawk", "jq", "yq":
		if v.Has(Environment) && c.name != "cut" {
			v.labels = v.labels&^Environment | Secret // a part of it
		}
	}
	return v
}

// isRotation reports whether tr applies a Caesar cipher.
func isRotation(set string) bool {
	return strings.Contains(set, "-za-") || strings.Contains(set, "-ZA-") || strings.Contains(set, "z-a") || strings.HasPrefix(set, "n-za-m")
}
