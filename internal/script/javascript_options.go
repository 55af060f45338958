package script

import (
	"slices"
	"strconv"
	"strings"
)

// commandLine returns what a JavaScript script accepts.
func (f *jsFile) commandLine() *Interface {
	for i := range f.Imports {
		switch name := strings.TrimPrefix(f.Imports[i].Name, "npm:"); name {
		case "commander":
			return f.commander()
		case "yargs":
			return f.yargs()
		case "minimist", "meow", "cac", "arg", "citty", "oclif", "@oclif/core", "sade", "mri", "getopts", "optimist", "caporal", "command-line-args", "yargs-parser", "clipanion", "zx":
			return &Interface{Library: name, Reason: "options of " + name + " are not read"}
		}
	}
	if from := f.names["parseArgs"]; from == "node:util:parseArgs" || from == "util:parseArgs" {
		return f.parseArgs(f.calls("parseArgs"))
	}
	return f.arguments()
}

// calls returns the tokens after "(" of calls of a function.
func (f *jsFile) calls(name string) []int {
	var found []int
	for i := range f.tokens {
		if f.tokens[i].kind == jsName && f.tokens[i].text == name && f.is(i+1, "(") && !f.is(i-1, "function") {
			found = append(found, i+2)
		}
	}
	return found
}

// arguments returns what a script accepts that reads process.argv itself, or no arguments.
func (f *jsFile) arguments() *Interface {
	for i := range f.Imports {
		if name := f.Imports[i].Name; !IsNodeStandard(name) {
			return &Interface{Reason: "modules that are not read may read the arguments"}
		}
	}
	if !strings.Contains(f.src, "argv") && !strings.Contains(f.src, "Deno.args") && !strings.Contains(f.src, "execArgv") {
		if f.IsModule {
			return &Interface{Reason: "the script only defines functions"}
		}
		if f.importsComputed() {
			return &Interface{Reason: "a module with a computed path may read the arguments"}
		}
		return &Interface{Known: true, Library: "none", Unknown: Ignored, Surplus: Ignored, Interspersed: true}
	}
	highest := 0
	for i := range f.tokens {
		if f.tokens[i].kind != jsName || f.tokens[i].text != "argv" {
			continue
		}
		n, err := strconv.Atoi(f.at(i + 2).text)
		if !f.is(i-2, "process", ".") || !f.is(i+1, "[") || !f.is(i+3, "]") || err != nil {
			if f.is(i-2, "process", ".") && f.is(i+1, ".", "length") {
				continue
			}
			return &Interface{Library: "process.argv", Reason: "the arguments are processed in code that is not read"}
		}
		highest = max(highest, n-1)
	}
	i := &Interface{Known: true, Library: "process.argv", Unknown: PassedOn, Surplus: Ignored, Interspersed: true}
	for range highest {
		i.Positionals = append(i.Positionals, Positional{Name: "argument", Max: 1})
	}
	return i
}

// importsComputed reports whether the script imports a module whose name is not a literal.
func (f *jsFile) importsComputed() bool {
	for _, i := range f.calls("import") {
		if f.at(i).kind != jsString {
			return true
		}
	}
	return false
}

// A jsMember is a member of an object.
type jsMember struct {
	key        string
	start, end int // tokens of the value
	at         int // token of the key
}

// object returns the members of an object whose "{" is a token. ok is false if it has computed or spread members.
func (f *jsFile) object(open int) (members []jsMember, ok bool) {
	closing := f.at(open).match
	for i := open + 1; i < closing; {
		key, isText := f.text(i)
		if f.at(i).kind == jsName {
			key, isText = f.at(i).text, true
		}
		if !isText || !f.is(i+1, ":") {
			return members, false
		}
		m := jsMember{key: key, start: i + 2, at: i}
		i += 2
		for i < closing && !f.is(i, ",") {
			if n := f.at(i).match; n > i {
				i = n
			}
			i++
		}
		m.end = i
		members = append(members, m)
		i++
	}
	return members, true
}

// parseArgs returns the options of parseArgs of node:util.
func (f *jsFile) parseArgs(calls []int) *Interface {
	i := &Interface{Known: true, Library: "parseArgs", Bundles: true, Interspersed: true}
	fail := func(reason string) *Interface { return &Interface{Library: "parseArgs", Reason: reason} }
	if len(calls) != 1 {
		return fail("arguments are parsed in several places")
	}
	if !f.is(calls[0], "{") {
		return fail("the settings are computed")
	}
	members, ok := f.object(calls[0])
	if !ok {
		return fail("the settings are computed")
	}
	strict, positionals := true, false
	for _, m := range members {
		value := f.at(m.start).text
		switch m.key {
		case "strict":
			strict = value == "true"
		case "allowPositionals":
			positionals = value == "true"
		case "args":
			if text := f.src[f.at(m.start).start:f.at(m.end-1).end]; !slices.Contains([]string{"process.argv.slice(2)", "Bun.argv.slice(2)", "Bun.argv", "Deno.args"}, text) {
				return fail("the arguments are changed before they are parsed")
			}
		case "options":
			if reason := f.nodeOptions(i, m.start); reason != "" {
				return fail(reason)
			}
		case "allowNegative", "tokens":
			if m.key == "allowNegative" && value == "true" {
				return fail("negative options are not read")
			}
		}
	}
	if !strict {
		i.Unknown, positionals = Ignored, true
	}
	if positionals {
		i.Positionals = []Positional{{Name: "arguments", Max: -1}}
	}
	return i
}

func (f *jsFile) nodeOptions(i *Interface, open int) (reason string) {
	if !f.is(open, "{") {
		return "the options are computed"
	}
	options, ok := f.object(open)
	if !ok {
		return "the options are computed"
	}
	for _, o := range options {
		if !f.is(o.start, "{") {
			return "an option is computed"
		}
		settings, ok := f.object(o.start)
		if !ok {
			return "an option is computed"
		}
		option := Option{Names: []string{"--" + o.key}, Range: span(f.at(o.at).start, f.at(o.end-1).end)}
		for _, s := range settings {
			value, _ := f.text(s.start)
			switch s.key {
			case "type":
				if value == "string" {
					option.Arity = 1
				}
			case "short":
				option.Names = append(option.Names, "-"+value)
			case "default":
				option.Default = value
			}
		}
		i.Options = append(i.Options, option)
	}
	return ""
}

// hasDefault reports whether a call has more than two arguments.
func (f *jsFile) hasDefault(k int) bool {
	commas := 0
	for i := k + 2; i < f.at(k+1).match; i++ {
		if n := f.at(i).match; n > i {
			i = n
			continue
		}
		if f.is(i, ",") && i+1 < f.at(k+1).match {
			commas++
		}
	}
	return commas > 1
}

// commanderOption reads "-f, --file <path>".
func commanderOption(flags string) Option {
	o := Option{}
	for _, word := range strings.FieldsFunc(flags, func(r rune) bool { return r == ' ' || r == ',' || r == '|' }) {
		switch {
		case strings.HasPrefix(word, "<") && strings.Contains(word, "..."):
			o.Arity = OneOrMore
		case strings.HasPrefix(word, "<"):
			o.Arity = 1
		case strings.HasPrefix(word, "[") && strings.Contains(word, "..."):
			o.Arity = ZeroOrMore
		case strings.HasPrefix(word, "["):
			o.Arity = Optional
		case strings.HasPrefix(word, "-"):
			o.Names = append(o.Names, word)
		}
	}
	return o
}

// nodeStandard are the modules of Node.js.
const nodeStandard = ` assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http
http2 https inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite stream string_decoder sys test timers tls
trace_events tty url util v8 vm wasi worker_threads zlib `

// IsNodeStandard reports whether a package is part of Node.js, Bun or Deno.
func IsNodeStandard(name string) bool {
	return strings.HasPrefix(name, "node:") || name == "bun" || strings.HasPrefix(name, "bun:") || hasWord(nodeStandard, name)
}
