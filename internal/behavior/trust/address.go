package trust

import (
	"strings"
)

// AddressIn returns the first address in a text.
func AddressIn(text string) string {
	for _, scheme := range []string{"https://", "http://", "wss://", "ws://", "ftp://", "tcp://"} {
		if n := strings.Index(text, scheme); n >= 0 {
			rest := text[n:]
			if end := strings.IndexAny(rest, " \t\n\"'`<>)"); end > 0 {
				rest = rest[:end]
			}
			if host, _, _ := strings.Cut(rest[len(scheme):], "/"); strings.HasSuffix(host, ":") && strings.Contains(rest[len(scheme):], "://") {
				return "" // several values of a table in one text
			}
			return rest
		}
	}
	return ""
}

// DomainOf returns the last labels of a host name without variables.
func DomainOf(host string) string {
	if n := strings.LastIndexByte(host, '}'); n >= 0 {
		host = host[n+1:]
	}
	return strings.Trim(host, ".")
}

// Peer returns the address of a host that a program connects to without HTTP.
func Peer(host string) string {
	if host == "" || strings.Contains(host, "://") {
		return host
	}
	return "net://" + host
}
