package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/spf13/cobra"
)

// manual returns the manual page in the macros of man(7). It has all commands, so that one search finds a flag.
func manual(root *cobra.Command, version, date string) string {
	var m roff
	fmt.Fprintf(&m, ".TH SKILLLINT 1 %q %q \"User Commands\"\n", date, strings.TrimSpace("skilllint "+version))
	m.section("NAME")
	m.text("skilllint - " + root.Short)
	m.section("SYNOPSIS")
	m.WriteString(".B skilllint\n[\\fBlint\\fR] [\\fIflags\\fR] [\\fIpath\\fR ...]\n.br\n.B skilllint\n\\fIcommand\\fR [\\fIflags\\fR] ...\n")
	m.section("DESCRIPTION")
	m.text(manualDescription)
	m.section("COMMANDS")
	for _, c := range root.Commands() {
		if !c.Hidden {
			m.command(c, "")
		}
	}
	m.section("EXIT STATUS")
	m.terms(manualExits)
	m.section("ENVIRONMENT")
	m.terms(manualEnvironment)
	m.section("FILES")
	m.terms(manualFiles)
	m.section("SEE ALSO")
	m.text("git(1), https://github.com/skilllint/skilllint")
	return m.String()
}

const manualDescription = `skilllint checks SKILL.md files, subagents, commands, plugins, registries and MANIFEST.jsonl files. It reads them as their
clients do, and reports what a client rejects, ignores or misreads.

Without a command, skilllint runs lint. Without a path, it checks the working directory. To lint a directory that has the name
of a command, write ./NAME. Arguments after -- are paths.

skilllint opens no network connections, starts no programs except git and a pager, and writes files only on request. You can run it
on skills that you do not trust.`

var manualExits = [][2]string{
	{"0", "No finding is at or above the severity of --fail-on."},
	{"1", "At least one finding is. For commands other than lint, see their description."},
	{"2", "skilllint failed: invalid flag, path or configuration, or a file that cannot be written."},
	{"130", "skilllint was interrupted."},
}

var manualEnvironment = [][2]string{
	{"NO_COLOR", "If set, disables colors and links."},
	{"FORCE_HYPERLINK", "If 1, files and rules are hyperlinks in colored text; if 0, they are not. By default, they are in terminals that show them."},
	{"CLICOLOR_FORCE", "If set to anything except 0, enables colors even if the output is not a terminal."},
	{"PAGER", "The pager of skilllint explain on a terminal. If it is empty or cat, none is used. The default is less."},
	{"CI", "If set to anything except 0 or false, disables progress output."},
	{"GIT_CEILING_DIRECTORIES", "Directories above which skilllint does not look for a repository, as in git."},
	{"SOURCE_DATE_EPOCH", "The time that skilllint new writes into files, in seconds since 1970."},
	{"GOGC, GOMEMLIMIT", "Settings of the Go garbage collector, which replace those of skilllint."},
}

var manualFiles = [][2]string{
	{".skilllint.yaml", "The configuration. For each file, the nearest one applies, up to the repository root. skilllint schema config prints its JSON Schema."},
	{".skilllint-baseline.jsonl", "The findings that skilllint baseline recorded."},
}

// A roff is text for man(7).
type roff struct{ strings.Builder }

func (m *roff) section(name string) { fmt.Fprintf(m, ".SH %s\n", name) }

// text writes paragraphs; indented lines are written verbatim.
func (m *roff) text(text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			m.WriteString(".PP\n")
		}
		fixed := false
		for line := range strings.SplitSeq(paragraph, "\n") {
			if indented := strings.HasPrefix(line, "  "); indented != fixed {
				fixed = indented
				m.WriteString(map[bool]string{true: ".RS 2\n.nf\n", false: ".fi\n.RE\n"}[fixed])
			}
			m.WriteString(escapeRoff(strings.TrimSpace(line)) + "\n")
		}
		if fixed {
			m.WriteString(".fi\n.RE\n")
		}
	}
}

func (m *roff) terms(terms [][2]string) {
	for _, t := range terms {
		fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", escapeRoff(t[0]), escapeRoff(t[1]))
	}
}

// command writes the sections of a command and its subcommands.
func (m *roff) command(c *cobra.Command, above string) {
	fmt.Fprintf(m, ".SS \"skilllint %s\"\n", escapeRoff(above+c.Use))
	m.text(capitalize(c.Short) + ".")
	if c.Long != "" {
		m.WriteString(".PP\n")
		m.text(c.Long)
	}
	for _, g := range cli.FlagGroups(c) {
		fmt.Fprintf(m, ".PP\n\\fI%s\\fR\n", escapeRoff(g.Heading))
		for line := range strings.Lines(g.Flags.FlagUsagesWrapped(0)) {
			m.flag(line)
		}
	}
	if c.Example != "" {
		m.WriteString(".PP\n\\fIExamples\\fR\n.PP\n")
		m.text(c.Example)
	}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			m.command(sub, above+c.Name()+" ")
		}
	}
}

// flag writes a flag from its line of the help: the flag, two spaces or more, and its usage.
func (m *roff) flag(line string) {
	flag, usage, _ := strings.Cut(strings.TrimSpace(line), "  ")
	flag = spaceBeforeBracket.ReplaceAllString(flag, "]")
	fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", escapeRoff(flag), escapeRoff(capitalize(strings.TrimSpace(usage))+"."))
}

var spaceBeforeBracket = regexp.MustCompile(` +\]`)

// escapeRoff returns a line of text that roff prints verbatim.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
