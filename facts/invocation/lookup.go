package invocation

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/script"
)

// isHelp reports whether an option shows help in most programs.
func isHelp(name string) bool {
	return name == "-h" || name == "--help" || name == "-?" || name == "-help"
}

// lookup returns the option with a name. inside is set if the argument contains more options, or the value.
func lookup(of *script.Interface, name string) (o *script.Option, inside bool) {
	if o = of.Option(name); o != nil {
		return o, false
	}
	if of.OneDash {
		bare := strings.TrimLeft(name, "-")
		for i := range of.Options {
			if slices.ContainsFunc(of.Options[i].Names, func(n string) bool { return strings.TrimLeft(n, "-") == bare }) {
				return &of.Options[i], false
			}
		}
		return nil, false
	}
	if positive, ok := strings.CutPrefix(name, "--no-"); ok && (of.Library == "minimist" || of.Library == "yargs" || of.Library == "mri" || of.Library == "meow") {
		if o = of.Option("--" + positive); o != nil {
			return o, true
		}
	}
	if strings.HasPrefix(name, "--") {
		return abbreviated(of, name), false
	}
	if len(name) > 2 {
		return bundled(of, name)
	}
	return nil, false
}

// abbreviated returns the only option with a long name that begins with an argument.
func abbreviated(of *script.Interface, name string) *script.Option {
	var found *script.Option
	for i := range of.Options {
		o := &of.Options[i]
		if of.Abbreviations && slices.ContainsFunc(o.Names, func(n string) bool { return strings.HasPrefix(n, name) }) {
			if found != nil {
				return nil
			}
			found = o
		}
	}
	return found
}

// bundled returns the last option of letters that are joined, or the option whose value is attached.
func bundled(of *script.Interface, name string) (*script.Option, bool) {
	var o *script.Option
	for i := 1; i < len(name); i++ {
		if o = of.Option("-" + name[i:i+1]); o == nil {
			return nil, false
		}
		if o.Arity != 0 {
			return o, i+1 < len(name)
		}
		if !of.Bundles {
			return nil, false
		}
	}
	return o, false
}

// unknown adds the finding for an unknown option.
func (m *matcher) unknown(of, parent *script.Interface, name string, at int) {
	if of.Unknown == script.PassedOn {
		return
	}
	p := Problem{Kind: UnknownOption, Word: at, Name: name, Ignored: of.Unknown == script.Ignored}
	if parent != nil {
		if o, _ := lookup(parent, name); o != nil {
			if of.Library != "argparse" && of.Library != "click" && of.Library != "typer" {
				return
			}
			p.Parent = true
			m.add(p)
			return
		}
	}
	var names []string
	for i := range of.Options {
		names = append(names, of.Options[i].Names...)
	}
	if p.Near = nearOption(name, names); p.Near == "" {
		p.Within = definers(of, name)
		if parent != nil && p.Within == nil {
			p.Within = definers(parent, name)
		}
	}
	m.add(p)
}

// definers returns the subcommands that define an option.
func definers(of *script.Interface, name string) []string {
	var names []string
	for i := range of.Subcommands {
		if s := &of.Subcommands[i]; s.Interface.Known && s.Interface.Option(name) != nil {
			names = append(names, s.Names[0])
		}
	}
	return names
}

// nearOption returns the option that was probably meant: similar, or with the same words.
func nearOption(name string, names []string) string {
	byName := map[string]string{}
	var plain []string
	for _, n := range names {
		if strings.HasPrefix(n, "--") == strings.HasPrefix(name, "--") {
			plain = append(plain, strings.TrimLeft(n, "-"))
			byName[plain[len(plain)-1]] = n
		}
	}
	if best, ok := suggest.Best(strings.TrimLeft(name, "-"), plain); ok { // dashes would make short names similar
		return byName[best]
	}
	bare := strings.ReplaceAll(strings.Trim(name, "-"), "_", "-")
	found := ""
	for _, n := range names {
		other := strings.ReplaceAll(strings.Trim(n, "-"), "_", "-")
		if len(bare) > 2 && len(other) > 2 && (strings.HasPrefix(other, bare+"-") || strings.HasSuffix(other, "-"+bare) || strings.HasPrefix(bare, other+"-") || strings.HasSuffix(bare, "-"+other) || other == bare) {
			if found != "" {
				return ""
			}
			found = n
		}
	}
	return found
}
