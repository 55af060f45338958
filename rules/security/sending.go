package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// A sending is an act that sends something to a host.
type sending struct {
	*behavior.Act
	file  *analysis.File
	level trust.Level
	host  string
	name  string // of the secret
}

// sendings are the severities of kinds of sendings. The first one that applies decides.
var sendings = []struct {
	severity analysis.Severity
	applies  func(s *sending) bool
}{
	{analysis.Off, (*sending).isToNobody},
	{analysis.Error, func(s *sending) bool {
		return s.Masked && s.Of.Has(behavior.Credential|behavior.Environment|behavior.Secret)
	}},
	{analysis.Off, func(s *sending) bool { return s.On == behavior.InText && identifies(s.Act) }},
	{analysis.Info, func(s *sending) bool { // instructions to deploy
		return s.On == behavior.InText && isOwnServer(s.To) && (s.level == trust.Placeholder || s.name == ".env")
	}},
	{analysis.Error, func(s *sending) bool { return s.Of.Has(behavior.Credential) }},
	{analysis.Warning, func(s *sending) bool { return s.Of.Has(behavior.Environment) && s.level == trust.Vendor }},
	{analysis.Error, func(s *sending) bool { return s.Of.Has(behavior.Environment) || s.isLookup() }},
	{analysis.Off, func(s *sending) bool { return isTokenEndpoint(s.To) }},
	{analysis.Info, func(s *sending) bool { return s.Of.Has(behavior.Secret) && s.isToItsService() }},
	{analysis.Error, func(s *sending) bool {
		return s.Of.Has(behavior.Secret) && s.level == trust.Odd && !isMessenger(s.To)
	}},
	{analysis.Info, func(s *sending) bool { // $TOKEN, which the request needs
		return s.Of.Has(behavior.Secret) && s.On != behavior.Unasked && (isAnyKey(s.name) || isSubject(s.file, s.To) && !isWellKnown(s.name))
	}},
	{analysis.Off, func(s *sending) bool {
		return s.Of.Has(behavior.Secret) && (s.level != trust.Unknown || s.To == "" || strings.HasPrefix(s.host, "$") || isNamedAs(s.name, s.host))
	}},
	{analysis.Info, func(s *sending) bool {
		return s.Of.Has(behavior.Secret) && (isNamedAs(s.name, firstSegment(s.To)) || isOfSmallService(s.name))
	}},
	{analysis.Warning, func(s *sending) bool {
		isReport := s.Of.Has(behavior.Encoded) && s.Of.Has(behavior.System) && s.level != trust.Vendor && s.To != "" && !strings.HasPrefix(s.host, "$")
		return s.Of.Has(behavior.Secret) || isReport
	}},
}

// isToNobody reports whether nobody else receives what is sent: on this computer, at a placeholder, or in its metadata service.
func (s *sending) isToNobody() bool {
	return s.level == trust.Local && s.To != "" && !strings.Contains(s.host, "$") ||
		s.level == trust.Placeholder && strings.Contains(s.host, "<") || s.host == "169.254.169.254"
}

// isLookup reports whether a secret is in the name of a host that is looked up.
func (s *sending) isLookup() bool {
	method := s.By[strings.LastIndexByte(s.By, '.')+1:]
	return s.On == behavior.InScript && s.Of.Has(behavior.Secret) && is(method, "gethostbyname", "getaddrinfo", "lookup", "resolve", "resolve4", "resolveTxt", "query") ||
		is(s.By, "dig", "nslookup", "host", "drill", "ping", "getent", "resolvectl", "kdig", "doggo")
}

// isToItsService reports whether a secret is sent to a host of its own, also without encryption, or to one that the user chooses.
func (s *sending) isToItsService() bool {
	return isDomainOf(s.name, s.host) || s.level == trust.Odd && (strings.HasPrefix(s.host, "$") || !isMessenger(s.To) && isServiceOf(s.name, s.host))
}
