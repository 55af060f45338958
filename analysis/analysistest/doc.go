// Package analysistest runs rules on their fixtures: txtar archives with a workspace and all expected
// findings of a rule in it.
//
//	A link with a backslash.
//
//	-- skills/deploy/SKILL.md --
//	---
//	name: deploy
//	description: Deploys the service. Use when asked to release.
//	---
//	Follow [the list](references\list.md).
//	-- want --
//	skills/deploy/SKILL.md "references\\list.md" warning: backslash in link
//	-- fixed/skills/deploy/SKILL.md --
//	…
//
// # Workspace
//
// The files of an archive are a workspace. Expectations are separate from them, so the format is the same for
// YAML, Markdown, JSON and JSONL. A .skilllint.yaml configures the workspace. Sections other than plain
// files are:
//
//   - "PATH (quoted)": a file that txtar cannot represent (CR, a byte order mark, NUL, invalid UTF-8, no
//     final line end, a line that looks like a section). Each line of the section is a quoted Go string,
//     optionally followed by "* N" for N copies; the file is their concatenation.
//   - "PATH -> TARGET": a symbolic link. The section is empty.
//   - "PATH (executable)": an executable file; (quoted) may follow.
//   - "want": the findings.
//   - "fixed/PATH": the file after all safe fixes of the rule, "fixed/PATH (executable)" if they make it executable;
//     "fixed/PATH -> TARGET" for a link that has a new target.
//   - "unsafe/PATH": the file after all fixes; safe fixes are preferred.
//   - "base/PATH": a file at the git base, which messages call "main".
//
// # Findings
//
// Each line of the want section is a finding: path, place, severity, colon, and a substring of the
// message (omitted: any). A path with a space is a quoted Go string.
// The place is the text that the range covers, as a quoted Go string:
//
//	"text"        the first occurrence of text in the file
//	"text"#2      the second occurrence; a space before # is allowed
//	"from" … "to" from the start of the first text to the end of the next second one; or "..."
//	""            an empty range at the end of the file, or a finding for the whole file
//
// Indented lines below a finding are its related places, in order: path, place, and after a colon a
// substring of the message.
//
//	skills/a/SKILL.md "b" error: a → b → a is a cycle
//	  skills/a/SKILL.md "b": a depends on b
//	  skills/b/SKILL.md "a": b depends on a
//
// # Failures
//
// A test fails on an unexpected finding, a missing finding or a missing want section; on a fix without a
// fixed (or unsafe) section and vice versa; and if a fix does not resolve its finding. Each archive also runs
// with its files in reverse order, and with all other rules. These may report more, but must not crash or
// change the findings of the rule.
//
// With -update the want sections and the fixed files are updated to the actual findings and fixes; correct
// lines are unchanged. Review the difference like code.
package analysistest
