// Package analysistest runs rules over their fixtures: txtar archives that hold a workspace and
// every finding that a rule must have in it.
//
//	A link written on Windows.
//
//	-- skills/deploy/SKILL.md --
//	---
//	name: deploy
//	description: Deploys the service. Use when asked to release.
//	---
//	Follow [the list](references\list.md).
//	-- want --
//	skills/deploy/SKILL.md "references\\list.md" warning: is found on Windows only
//	-- fixed/skills/deploy/SKILL.md --
//	…
//
// # Workspace
//
// The files of an archive are a workspace. Nothing is inserted into them, so fixtures of YAML,
// Markdown, JSON and JSONL look alike. A .skilllint.yaml among them configures it. Other sections
// than plain files are:
//
//   - "PATH (quoted)": a file whose bytes txtar cannot carry (CR, a byte order mark, NUL, bytes that
//     are not UTF-8, no line end at the end, a line that looks like a section). Each line of the
//     section is a quoted Go string, followed by "* N" for N copies; the file is all of
//     them, one after the other.
//   - "PATH -> TARGET": a symbolic link. The section is empty.
//   - "PATH (executable)": an executable file; (quoted) may follow.
//   - "want": the findings.
//   - "fixed/PATH": the file after all safe fixes of the rule, "fixed/PATH (executable)" if they let it be run.
//   - "unsafe/PATH": the file after all fixes; safe ones are preferred.
//   - "base/PATH": a file at the git base, which messages call "main".
//
// # Findings
//
// Each line of the want section is a finding: path, place, severity, colon, and a substring of the
// message (any, if omitted). A path with a space is quoted like a Go string.
// The place is the text that the range covers, as a quoted Go string:
//
//	"text"        the first occurrence of text in the file
//	"text"#2      the second occurrence; a space before # is allowed
//	"from" … "to" from the start of the first text to the end of the following second one; "..." works, too
//	""            an empty range at the end of the file, or a finding on the file as a whole
//
// Indented lines below a finding are its related places, in order: path, place, and after a colon a
// substring of the message.
//
//	skills/a/SKILL.md "b" error: a → b → a is a cycle
//	  skills/a/SKILL.md "b": a depends on b
//	  skills/b/SKILL.md "a": b depends on a
//
// # What fails
//
// A finding that is not wanted, a want that is not found, an archive without want section; a fix
// without fixed (or unsafe) section, such a section without fix; a fixed file in which the rule
// still finds what was fixed. Each archive also runs with all other rules on, which may find more
// but must not crash or change what the rule finds, and with its files in reverse order.
//
// With -update the want sections and the fixed files of the archives are rewritten to what was
// found; correct lines are unchanged. Review the difference like code.
package analysistest
