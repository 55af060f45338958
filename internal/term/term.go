// Package term adapts output to a terminal, a file or the log of a CI system. It determines colors, width and character set, aligns
// tables, renders Markdown and starts the pager.
package term

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// linkPrograms are values of TERM_PROGRAM, and linkTerms prefixes of TERM, of terminals with hyperlinks (OSC 8).
var (
	linkPrograms = []string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal", "zed"}
	linkTerms    = []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm", "rio"}
)

// HasLinks reports whether a terminal shows hyperlinks. Others may print their addresses, so unknown terminals get none. FORCE_HYPERLINK
// overrides it, as in other programs.
func (env Env) HasLinks(to *os.File) bool {
	if force := env("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	return IsTerminal(to) && env.showsLinks()
}

func (env Env) showsLinks() bool {
	if env("TERM") == "dumb" {
		return false
	}
	for _, name := range []string{"WT_SESSION", "KONSOLE_VERSION", "DOMTERM"} {
		if env(name) != "" {
			return true
		}
	}
	if vte, err := strconv.Atoi(env("VTE_VERSION")); err == nil && vte >= 5000 {
		return true
	}
	return slices.Contains(linkPrograms, env("TERM_PROGRAM")) ||
		slices.ContainsFunc(linkTerms, func(prefix string) bool { return strings.HasPrefix(env("TERM"), prefix) })
}

// FileURL returns the address of a file for hyperlinks. Terminals compare the host, because programs may run on another computer.
func FileURL(host, path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	return (&url.URL{Scheme: "file", Host: host, Path: path}).String()
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
