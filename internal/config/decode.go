package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Keys returns the keys of a configuration, sorted, without the alias "house".
func Keys() []string {
	return []string{"baseline", "budgets", customRules, "dialects", "exclude", "extends", "ledgers", "links", "manifest", "min-severity", "overrides", "profile", "rules", "schemas", "sections",
		"security", "suppressions", "targets", "tokens"}
}

// file decodes the whole file.
func (d *decoder) file(root *analysis.Value) {
	if root.Kind == analysis.Null {
		return
	}
	main := part{rules: layer{}}
	d.part = &main
	for _, m := range d.entries(root, "a configuration") {
		switch m.Key {
		case "extends":
			d.extends(m.Value)
		case "overrides":
			d.overrides(m.Value)
		case "dialects":
			d.dialects(m.Value)
		case "targets":
			d.targets(m.Value)
		case "exclude":
			d.config.Exclude = d.globs(m.Value, "exclude")
		case "profile":
			if m.Value.Kind != analysis.Null {
				d.profile(&d.config.profile, m, "profile")
			}
		case "manifest":
			d.manifest(m.Value)
		case "schemas":
			d.schemas(m.Value)
		case "ledgers":
			d.ledgers(m.Value)
		case "security":
			d.security(m.Value)
		case "suppressions":
			d.suppressions(m.Value)
		case customRules, "house":
			d.customRules(m)
		case "baseline":
			d.baseline(m.Value)
		case "min-severity":
			d.minSeverity(m.Value)
		case "rules", "budgets", "tokens", "sections", "links":
			d.scoped(m)
		default:
			d.unknownKey(m)
		}
	}
	d.config.parts[0] = main
}

// scoped decodes a key that is valid at the top level and in overrides.
func (d *decoder) scoped(m analysis.Member) {
	switch m.Key {
	case "rules":
		d.rules(m.Value, d.part.rules)
	case "budgets":
		d.part.budgets = d.budgets(m.Value, "budgets", false)
	case "tokens":
		d.tokenNames(m.Value)
	case "sections":
		d.sections(m.Value)
	case "links":
		d.links(m.Value)
	}
}

func (d *decoder) unknownKey(m analysis.Member) {
	d.failf(m.KeyRange, "unknown key %s%s", quote.Text(m.Key), Hint(m.Key, Keys()))
}

func (d *decoder) dialects(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "dialects") {
		glob, ok := d.glob(m.Key, m.KeyRange)
		dialect, known := d.oneOf(m.Value, "dialect", d.schema.Dialects)
		if ok && known {
			d.config.Dialects = append(d.config.Dialects, Pin{glob, dialect})
			d.record("dialects."+m.Key, dialect, m.KeyRange, false)
		}
	}
	d.limitGlobs(v, len(d.config.Dialects), "dialects")
}

func (d *decoder) targets(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	var targets []string
	items := d.list(v, "targets")
	for _, item := range items {
		if client, ok := d.oneOf(item, "client", d.schema.Targets); ok {
			targets = append(targets, client)
			d.record("targets", client, item.Range, false)
		}
	}
	if len(items) == 0 {
		d.record("targets", "", v.Range, false)
	}
	slices.Sort(targets)
	d.config.Targets, d.config.hasTargets = slices.Compact(targets), true
}

func (d *decoder) globs(v *analysis.Value, what string) []Glob {
	if v.Kind == analysis.Null {
		return nil
	}
	var globs []Glob
	for _, item := range d.list(v, what) {
		text, ok := d.text(item, "a glob")
		if !ok {
			continue
		}
		if glob, ok := d.glob(text, item.Range); ok {
			globs = append(globs, glob)
			if what != "files" { // globs of an override are not values
				d.record(what, text, item.Range, true)
			}
		}
	}
	d.limitGlobs(v, len(globs), what)
	return globs
}

func (d *decoder) limitGlobs(v *analysis.Value, n int, what string) {
	if n > maxGlobs {
		d.failf(v.Range, "%s has %d globs (limit %d)", what, n, maxGlobs)
	}
}

func (d *decoder) glob(text string, at analysis.Range) (Glob, bool) {
	glob, err := ParseGlob(text)
	if err != nil {
		d.failf(at, "%v", err)
		return Glob{}, false
	}
	glob.origin = d.origin(at)
	return glob, true
}

func (d *decoder) manifest(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	out := &d.config.Manifest
	for _, m := range d.entries(v, "manifest") {
		switch m.Key {
		case "profile":
			out.Claimed = true
			d.profile(&out.profile, m, "manifest.profile")
		case "files":
			out.Files, _ = d.oneOf(m.Value, "value of manifest.files", fileModes)
			d.record("manifest.files", out.Files, m.Value.Range, false)
		case "paths":
			out.Paths = d.globs(m.Value, "manifest.paths")
		default:
			d.failf(m.KeyRange, "unknown key %s in manifest%s", quote.Text(m.Key),
				Hint(m.Key, []string{"files", "paths", "profile"}))
		}
	}
}

// profile decodes the profile of all files, or of manifests.
func (d *decoder) profile(out *profile, m analysis.Member, key string) {
	out.name, _ = d.oneOf(m.Value, "profile", profiles)
	out.at = d.origin(m.Value.Range)
	d.record(key, out.name, m.Value.Range, false)
}

// The valid values of profiles and of manifest.files.
var (
	profiles  = []string{"strict", "tolerant"}
	fileModes = []string{"required", "siblings"}
)

func (d *decoder) suppressions(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "suppressions") {
		s := &d.config.Suppression
		value, isSet := &s.RequireReason, &s.isSet
		switch m.Key {
		case "require-reason":
		case "security":
			value, isSet = &s.Security, &s.securitySet
		default:
			d.failf(m.KeyRange, "unknown key %s in suppressions%s", quote.Text(m.Key), Hint(m.Key, []string{"require-reason", "security"}))
			continue
		}
		d.into(reflect.ValueOf(value).Elem(), m.Value, "suppressions: "+m.Key, "")
		*isSet = true
		d.record("suppressions."+m.Key, strconv.FormatBool(*value), m.Value.Range, false)
	}
}

func (d *decoder) security(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "security") {
		if m.Key != "trusted-hosts" {
			d.failf(m.KeyRange, "unknown key %s in security (available: trusted-hosts)", quote.Text(m.Key))
			continue
		}
		d.texts(m.Value, "security.trusted-hosts", maxGlobs, func(host string, at analysis.Range) bool {
			if host == "" || strings.ContainsAny(host, "/:@*? ") {
				d.failf(at, "invalid host %s in security.trusted-hosts: use a name such as \"downloads.example.com\"", quote.Text(host))
				return false
			}
			d.config.TrustedHosts = append(d.config.TrustedHosts, strings.ToLower(host))
			return true
		})
	}
}

func (d *decoder) baseline(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	if file, ok := d.fileName(v, "a baseline"); ok {
		d.config.baseline = file
		d.record("baseline", file.name, v.Range, false)
	}
}

// severities are the valid values of min-severity.
var severities = []string{"error", "warning", "info"}

func (d *decoder) minSeverity(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	if name, ok := d.oneOf(v, "severity", severities); ok {
		d.config.MinSeverity, _ = analysis.ParseSeverity(name)
		d.record("min-severity", name, v.Range, false)
	}
}
