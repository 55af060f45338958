package schema

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// standardFormats are the formats of JSON Schema, for custom schemas.
var standardFormats = map[string]func(string) bool{
	"date-time": isDateTime,
	"time":      func(text string) bool { return isDateTime("2000-01-01T" + text) },
	"duration":  isDuration,
	"hostname":  isHostname,
	"email":     isEmail,
	"ipv4":      func(text string) bool { ip, err := netip.ParseAddr(text); return err == nil && ip.Is4() },
	"ipv6": func(text string) bool {
		ip, err := netip.ParseAddr(text)
		return err == nil && ip.Is6() && ip.Zone() == ""
	},
	"uri":                   isURI,
	"iri":                   isURI,
	"uri-reference":         isURIReference,
	"iri-reference":         isURIReference,
	"uri-template":          isURITemplate,
	"regex":                 func(text string) bool { _, err := regexp.Compile(ecma(text)); return err == nil },
	"json-pointer":          isPointer,
	"relative-json-pointer": isRelativePointer,
	"uuid":                  isUUID,
}

func isDateTime(text string) bool {
	_, err := time.Parse(time.RFC3339, strings.ToUpper(text))
	return err == nil
}

// isDuration reports whether text is a duration of ISO 8601: weeks, or units in order of their size, such as P1DT12H.
func isDuration(text string) bool {
	return text != "P" && !strings.HasSuffix(text, "T") && matches(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$`, text)
}

func isHostname(text string) bool {
	const label = `[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
	return len(text) <= 254 && matches(`^`+label+`(\.`+label+`)*\.?$`, text)
}

func isEmail(text string) bool {
	at := strings.LastIndexByte(text, '@')
	return at > 0 && at <= 64 && !strings.ContainsAny(text[:at], " \t\r\n@,;<>") && isHostname(text[at+1:])
}

func isURI(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.IsAbs()
}

func isURIReference(text string) bool {
	_, err := url.Parse(text)
	return err == nil && !strings.Contains(text, `\`)
}

func isURITemplate(text string) bool { return matches(`^([^{}\s]|\{[^{}\s]+\})*$`, text) }

func isPointer(text string) bool { return matches(`^(/([^~]|~[01])*)?$`, text) }

func isRelativePointer(text string) bool {
	rest := strings.TrimLeft(text, "0123456789")
	digits := text[:len(text)-len(rest)]
	return digits != "" && (digits == "0" || digits[0] != '0') && (rest == "#" || isPointer(rest))
}

func isUUID(text string) bool {
	return matches(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`, text)
}
