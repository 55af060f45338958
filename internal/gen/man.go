package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/spf13/cobra"
)

// manual returns the manual page of the program, in the macros man(7): all commands in one page, so
// that one search finds a flag. The texts are those of the help.
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

const manualDescription = `skilllint reads SKILL.md files, agents and personas, registries and MANIFEST.jsonl ledgers as the programs that load them do,
and reports what those would reject, lose or silently read otherwise.

Without a command it lints; without a path, the working directory. A folder that is named like a command is linted as ./NAME.
Two hyphens end the flags.

It opens no connection, starts no program but git, and writes only what it is asked to: it can be run on skills of strangers.`

var manualExits = [][2]string{
	{"0", "Nothing at or above --fail-on was found."},
	{"1", "Something was; of other commands, what their section says."},
	{"2", "skilllint could not do what was asked: a flag, a path, the configuration, a file that cannot be written."},
	{"130", "It was interrupted."},
}

var manualEnvironment = [][2]string{
	{"NO_COLOR", "Anything: no colours, no links."},
	{"CLICOLOR_FORCE", "Anything but 0: colours also where no terminal is."},
	{"CI", "Anything but 0 and false: no progress is shown."},
	{"GIT_CEILING_DIRECTORIES", "Folders above which no repository is looked for, as git does."},
	{"SOURCE_DATE_EPOCH", "The time that skilllint new writes into files, in seconds since 1970."},
	{"GOGC, GOMEMLIMIT", "Settings of Go's memory, in place of those that skilllint chooses."},
}

var manualFiles = [][2]string{
	{".skilllint.yaml", "The configuration: the nearest one, from each file up to the root of the repository. skilllint schema config prints its JSON Schema."},
	{".skilllint-baseline.jsonl", "The findings that skilllint baseline recorded."},
}

// A roff is text for man(7).
type roff struct{ strings.Builder }

func (m *roff) section(name string) { fmt.Fprintf(m, ".SH %s\n", name) }

// text writes paragraphs; indented lines stay as they are.
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

// command writes what is to be said of a command, and of those below it.
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

// flag writes a flag from its line of the help: the flag, two blanks or more, and what it does.
func (m *roff) flag(line string) {
	flag, usage, _ := strings.Cut(strings.TrimSpace(line), "  ")
	flag = blankBeforeBracket.ReplaceAllString(flag, "]")
	fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", escapeRoff(flag), escapeRoff(capitalize(strings.TrimSpace(usage))+"."))
}

var blankBeforeBracket = regexp.MustCompile(` +\]`)

// escapeRoff returns text of one line that roff takes as it stands.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
