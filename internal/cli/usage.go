package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usagef returns an error about the command line.
func usagef(format string, args ...any) error { return fmt.Errorf(format, args...) }

// atPlace reports whether an error names a file and a place in it by itself.
func atPlace(err error) bool {
	var one *finding.FileError
	var all config.Errors
	return errors.As(err, &one) || errors.As(err, &all)
}

// checkArguments refuses an argument that reads as a flag while a file has its name: hooks pass the names of
// files as they are, and the author of a file name must not choose the flags. A path counts by its first component.
func checkArguments(args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil // the words are completed, and not obeyed
	}
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			continue
		}
		name := arg
		if i := strings.IndexAny(arg, "/"+string(filepath.Separator)); i > 0 {
			name = arg[:i]
		}
		if info, err := os.Lstat(name); err == nil {
			kind := "file"
			if info.IsDir() {
				kind = "directory"
			}
			return usagef("%s is ambiguous: the %s %s exists; write %s for the file, or -- before all file names",
				quote.Text(arg), kind, quote.Text(name), quote.Text("./"+arg))
		}
	}
	return nil
}

// flagError words what pflag found wrong with the flags.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var needsValue *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &needsValue):
		f := needsValue.GetFlag()
		name, _ := pflag.UnquoteUsage(f)
		return usagef("--%s needs a value: --%s=%s", f.Name, f.Name, name)
	case errors.As(err, &value):
		return badValue(value)
	case errors.As(err, &syntax):
		return usagef("%s is no flag; a flag is written --name or --name=VALUE, and -- ends the flags",
			quote.Text(syntax.GetSpecifiedFlag()))
	}
	return err
}

func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	shown := "--" + name
	if short := err.GetSpecifiedShortnames(); short != "" {
		shown, name = "-"+short, short
	}
	var names, begun []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, f.Name)
		if strings.HasPrefix(f.Name, name) {
			begun = append(begun, f.Name)
		}
	})
	hint := strings.ReplaceAll(config.Near(name, names), `"`, "")
	switch other := commandWith(cmd, name); {
	case hint != "":
		hint = strings.Replace(hint, "did you mean ", "did you mean --", 1)
	case len(begun) == 1:
		hint = fmt.Sprintf("; did you mean --%s?", begun[0])
	case other != "":
		hint = fmt.Sprintf("; `%s` has it", other)
	default:
		hint = fmt.Sprintf("; `%s --help` lists the flags", cmd.CommandPath())
	}
	return usagef("%s has no flag %s%s", cmd.Name(), shown, hint)
}

// commandWith returns a command that has a flag, the most general one first; "" when none has.
func commandWith(cmd *cobra.Command, flag string) string {
	for _, other := range cmd.Root().Commands() {
		if other != cmd && (other.Name() == "lint" || cmd.Name() == "lint" || cmd.Name() == "fix") && other.Flags().Lookup(flag) != nil {
			return other.CommandPath()
		}
	}
	return ""
}

func badValue(err *pflag.InvalidValueError) error {
	f := err.GetFlag()
	if f.Value.Type() == "bool" {
		return usagef("--%s=%s: a switch is written --%s or --%s=false", f.Name, err.GetValue(), f.Name, f.Name)
	}
	return usagef("--%s: %w", f.Name, errors.Unwrap(err))
}

// noArguments is for commands that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but got %s", cmd.Name(), quote.Text(args[0]))
	}
	return nil
}

// atMost is for commands that take up to n arguments.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("%s takes one %s, but got %d: %s", cmd.Name(), what, len(args), quote.List(args, "and"))
		}
		return nil
	}
}

// A choice is a flag whose value is one of a few words.
type choice struct {
	value string
	what  string // "severity": for "x is no severity"
	words []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return c.what }
func (c *choice) Set(s string) error {
	for _, w := range c.words {
		if w == s {
			c.value = s
			return nil
		}
	}
	return usagef("%s is no %s%s", quote.Text(s), c.what, config.Hint(s, c.words))
}

// A count is a flag whose value is a whole number from least on.
type count struct {
	value *int
	least int
}

func (c count) String() string {
	if c.value == nil || *c.value == 0 {
		return ""
	}
	return fmt.Sprint(*c.value)
}
func (c count) Type() string { return "N" }
func (c count) Set(s string) error {
	n := 0
	for _, digit := range s {
		if digit < '0' || digit > '9' || n > 1e8 {
			n = -1
			break
		}
		n = 10*n + int(digit-'0')
	}
	if s == "" || n < c.least {
		return usagef("%s is no whole number from %d on", quote.Text(s), c.least)
	}
	*c.value = n
	return nil
}

// A names is a flag that takes names with commas between, and may be repeated.
type names struct {
	values *[]string
	what   string
}

func (l names) String() string { return "" }
func (l names) Type() string   { return l.what }
func (l names) Set(s string) error {
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return usagef("%s has an empty name; write %s[,%s]", quote.Text(s), l.what, l.what)
		}
		*l.values = append(*l.values, name)
	}
	return nil
}

// completePaths lets the shell complete file names.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}
