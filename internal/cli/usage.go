package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usagef returns an error about the command line.
func usagef(format string, args ...any) error { return fmt.Errorf(format, args...) }

// hasPosition reports whether an error message starts with a position in a file.
func hasPosition(err error) bool {
	var one *finding.FileError
	var all config.Errors
	return errors.As(err, &one) || errors.As(err, &all)
}

// checkArguments rejects an argument that looks like a flag if a file of that name exists: hooks pass file names verbatim, and the
// author of a file must not be able to set flags. Of a path, the first component is compared.
func checkArguments(args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil // completion does not run anything
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
			return usagef("%s is ambiguous because the %s %s exists: write %s, or -- before file names",
				quote.Text(arg), kind, quote.Text(name), quote.Text("./"+arg))
		}
	}
	return nil
}

// flagError rephrases an error of pflag.
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
		return usagef("missing value: --%s=%s", f.Name, name)
	case errors.As(err, &value):
		return badValue(value)
	case errors.As(err, &syntax):
		return usagef("invalid flag %s: write --name or --name=VALUE, or -- before file names", quote.Text(syntax.GetSpecifiedFlag()))
	}
	return err
}

func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	shown := "--" + name
	if short := err.GetSpecifiedShortnames(); short != "" {
		shown, name = "-"+short, short
	}
	var names, matches []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, f.Name)
		if strings.HasPrefix(f.Name, name) {
			matches = append(matches, f.Name)
		}
	})
	hint := strings.ReplaceAll(config.Suggestion(name, names), `"`, "")
	if meant := otherNames[name]; slices.Contains(names, meant) {
		hint = "; did you mean " + meant + "?"
	}
	switch other := commandsWith(cmd, name); {
	case hint != "":
		hint = strings.Replace(hint, "did you mean ", "did you mean --", 1)
	case len(matches) == 1:
		hint = fmt.Sprintf("; did you mean --%s?", matches[0])
	case other != "":
		hint = "; it belongs to " + other
	default:
		hint = fmt.Sprintf("; see `%s --help`", cmd.CommandPath())
	}
	return usagef("unknown flag %s for %s%s", shown, cmd.Name(), hint)
}

// otherNames are names of flags in other linters, with the flag that does the same.
var otherNames = map[string]string{"dry-run": "diff", "fix-unsafe": "unsafe-fixes", "unsafe": "unsafe-fixes", "fix-dry-run": "diff", "check": "diff", "output-format": "format", "reporter": "format", "rule": "select", "disable": "ignore"}

// commandsWith returns the commands with a flag, or "". lint stands for fix, which has the same flags.
func commandsWith(cmd *cobra.Command, flag string) string {
	var paths []string
	for _, other := range cmd.Root().Commands() {
		if other != cmd && other.Name() != "fix" && other.Flags().Lookup(flag) != nil {
			paths = append(paths, "`"+other.CommandPath()+"`")
		}
	}
	return strings.Join(paths, ", ")
}

func badValue(err *pflag.InvalidValueError) error {
	f := err.GetFlag()
	value, reason := quote.Text(err.GetValue()), errors.Unwrap(err)
	var unknown *unknownError
	switch {
	case f.Value.Type() == "bool":
		return usagef("invalid value %s for --%s: must be true or false", value, f.Name)
	case errors.As(reason, &unknown):
		return reason
	case strings.HasPrefix(reason.Error(), "must "):
		return usagef("invalid value %s for --%s: %w", value, f.Name, reason)
	}
	return usagef("--%s: %w", f.Name, reason)
}

// conflict returns the error for two flags that exclude each other.
func conflict(one, other string) error {
	return usagef("--%s cannot be combined with --%s", one, other)
}

// An unknownError reports a name that does not exist.
type unknownError struct{ message string }

func (e *unknownError) Error() string { return e.message }

// unknownValue returns the error for a name that is not available.
func unknownValue(what, name string, available []string) error {
	return &unknownError{fmt.Sprintf("unknown %s %s%s", what, quote.Text(name), config.Hint(name, available))}
}

// noArguments rejects all arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %s: %s takes none", quote.Text(args[0]), cmd.Name())
	}
	return nil
}

// atMost rejects more than n arguments.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("too many arguments: %s takes one %s, got %s", cmd.Name(), what, quote.List(args, "and"))
		}
		return nil
	}
}

// A choice is a flag with a fixed set of values.
type choice struct {
	value string
	what  string // "severity", as in: unknown severity "x"
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
	return unknownValue(c.what, s, c.words)
}

// A count is a flag whose value is an integer, least or greater.
type count struct {
	value *int
	min   int
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
	if s == "" || n < c.min {
		if c.min == 0 {
			return usagef("must be a non-negative integer")
		}
		return usagef("must be a positive integer")
	}
	*c.value = n
	return nil
}

// A names is a repeatable flag with names separated by commas.
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
			return usagef("must be %s[,%s] without empty names", l.what, l.what)
		}
		*l.values = append(*l.values, name)
	}
	return nil
}

// completePaths lets the shell complete file names.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}
