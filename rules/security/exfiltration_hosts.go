package security

import (
	"strings"

	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// firstSegment returns the first part of the path of a URL.
func firstSegment(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	_, path, _ := strings.Cut(rest, "/")
	if n := strings.IndexAny(path, "/?#"); n >= 0 {
		path = path[:n]
	}
	return strings.ToLower(path)
}

// identifies reports whether a variable is an identifier in the path of an address: $APP_TOKEN in /apps/$APP_TOKEN.
func identifies(a *behavior.Act) bool {
	name := strings.ToLower(strings.TrimPrefix(a.Of.Name(), "$"))
	kind, _, _ := strings.Cut(name, "_")
	return kind != "" && kind != name && strings.Contains(strings.ToLower(a.To), "/"+kind+"s/${"+name+"}")
}

// isOwnServer reports whether an address is an alias of a server, or a placeholder for one.
func isOwnServer(url string) bool {
	return strings.HasPrefix(url, "net://") && !strings.Contains(trust.HostOf(url), ".")
}

// isMessenger reports whether a URL contains the token of its owner.
func isMessenger(url string) bool {
	return trust.OneOf(trust.HostOf(url), "hooks.slack.com discord.com discordapp.com api.telegram.org")
}

// isTokenEndpoint reports whether a URL exchanges one secret for another.
func isTokenEndpoint(url string) bool {
	_, path, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://"), "/")
	if !ok || trust.In(url) == trust.Odd {
		return false
	}
	path, _, _ = strings.Cut(path, "?")
	for {
		before, rest, ok := strings.Cut(path, "$") // the names of variables
		if !ok {
			break
		}
		path = before + strings.TrimLeft(rest, "{}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")
	}
	for _, part := range []string{"oauth", "token", "login", "auth", "session", "signin"} {
		if strings.Contains(strings.ToLower(path), part) {
			return true
		}
	}
	return false
}
