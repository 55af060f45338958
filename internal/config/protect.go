package config

import (
	"github.com/skilllint/skilllint/analysis"
)

// Loosens reports whether the configuration may hide or lower findings of protected rules in some file: it excludes files,
// makes them manifests, or sets severities below the highest.
func (c *Config) Loosens() bool {
	if len(c.Exclude)+len(c.Manifest.Paths)+len(c.Ledgers) > 0 {
		return true
	}
	for i := range c.parts {
		for a, r := range c.parts[i].rules {
			if a.IsProtected() && r.rank > 0 && r.severity < analysis.Error {
				return true
			}
		}
	}
	return false
}

// SwitchesOff reports whether the configuration switches off a rule. For a file, it must be that of [Config.For].
func (c *Config) SwitchesOff(a *analysis.Analyzer) bool {
	r := c.rules[a]
	return r.rank > 0 && r.severity == analysis.Off
}

func (s *Suppression) inherit(base Suppression) {
	if !s.isSet {
		s.RequireReason, s.isSet = base.RequireReason, base.isSet
	}
	if !s.securitySet {
		s.Security, s.securitySet = base.Security, base.securitySet
	}
}
