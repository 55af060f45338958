// Package term adapts output to a terminal, a file or the log of a CI system. It determines colors, width and character set, aligns
// tables, renders Markdown and starts the pager.
package term

import (
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// An Env looks up environment variables, like os.Getenv.
type Env func(name string) string

// IsCI reports whether output goes to the log of a CI system, which interprets some lines as commands.
func (env Env) IsCI() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION"} {
		if v := env(name); v != "" && v != "false" && v != "0" {
			return true
		}
	}
	return false
}

// IsUTF8 reports whether a terminal supports UTF-8. It does unless the environment specifies another character set.
func (env Env) IsUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
}

// HasColor reports whether output to a file is colored. The value of --color (always, never or auto) takes precedence over the
// environment. By default, only output to terminals is colored.
func (env Env) HasColor(when string, to *os.File) bool {
	switch {
	case when != "auto":
		return when == "always"
	case env("NO_COLOR") != "":
		return false
	case env("CLICOLOR_FORCE") != "" && env("CLICOLOR_FORCE") != "0":
		return true
	}
	return IsTerminal(to) && env("TERM") != "dumb"
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// Width returns the columns of a terminal, or 0 if the file is not one.
func Width(f *os.File) int {
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
		return columns
	}
	return 0
}
