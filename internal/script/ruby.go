package script

import (
	"regexp"
	"strings"
	"sync"
)

// The patterns of a Ruby script are compiled on first use.
var (
	rubyOption = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\s*\w+\.on(?:_tail|_head)?\s*\(?\s*((?:["'][^"'\n]*["']\s*,?\s*)+)([^\n]*)`)
	})
	rubyText     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`["']([^"'\n]*)["']`) })
	rubyRequire  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^require ["']([^"'\n]+)["']`) })
	rubyVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`ENV(\[|\.fetch\()["']([A-Z][A-Z0-9_]+)["']`) })
)

// readRuby reads the options of a Ruby script that uses optparse.
func readRuby(s *Script, source []byte) {
	src := string(source)
	for _, m := range rubyRequire().FindAllStringSubmatchIndex(src, maxImports) {
		name, _, _ := strings.Cut(src[m[2]:m[3]], "/")
		s.Imports = append(s.Imports, Import{Name: name, Path: src[m[2]:m[3]], Range: span(m[2], m[3])})
	}
	for _, m := range rubyVariable().FindAllStringSubmatchIndex(src, maxVariables) {
		s.addVariable(Variable{src[m[4]:m[5]], false, span(m[4], m[5])})
	}
	i := &Interface{Library: "optparse", Bundles: true, Abbreviations: true, Interspersed: true, Surplus: PassedOn}
	s.Interface = i
	if strings.Count(src, "OptionParser.new") != 1 || strings.Contains(src, "OptionParser.new(") || strings.Contains(src, "order!") || strings.Contains(src, "rescue OptionParser") || strings.Contains(src, "#{") && strings.Contains(src, ".on(\"--#{") {
		i.Reason = "the options are not read"
		return
	}
	i.Options = []Option{{Names: []string{"-h", "--help"}}, {Names: []string{"-v", "--version"}}}
	found := rubyOption().FindAllStringSubmatchIndex(src, 500)
	for _, m := range found {
		o := Option{Range: span(m[2], m[3])}
		for _, t := range rubyText().FindAllStringSubmatch(src[m[2]:m[3]], 10) {
			rubySwitch(&o, t[1])
		}
		if strings.Contains(src[m[4]:m[5]], "[") && !strings.Contains(src[m[4]:m[5]], "|") || len(o.Names) == 0 {
			i.Reason = "an option is computed"
			return
		}
		i.Options = append(i.Options, o)
	}
	if n := strings.Count(src, ".on(") + strings.Count(src, ".on \"") + strings.Count(src, ".on '") + strings.Count(src, ".on_tail(") + strings.Count(src, ".on_head("); n != len(found) {
		i.Reason = "options are added in code that is not read"
		return
	}
	i.Known = true
}

// rubySwitch reads "-o", "--output FILE", "--[no-]color" or a description.
func rubySwitch(o *Option, text string) {
	switch {
	case !strings.HasPrefix(text, "-"):
		o.Help = text
		return
	case strings.Contains(text, "[no-]"):
		o.Names = append(o.Names, strings.Replace(text, "[no-]", "", 1), strings.Replace(text, "[no-]", "no-", 1))
		return
	}
	name, value, _ := strings.Cut(strings.Replace(text, "=", " ", 1), " ")
	switch {
	case strings.HasPrefix(value, "["):
		o.Arity = Optional
	case value != "":
		o.Arity = 1
	}
	o.Names = append(o.Names, name)
}
