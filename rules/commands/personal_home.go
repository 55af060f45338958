package commands

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// home returns an expression for the home directory of a user, and the byte after it.
func home() *regexp.Regexp {
	return regexp.MustCompile(`(?:/Users/|/home/|[A-Za-z]:(?:\\\\|\\|/)Users(?:\\\\|\\|/))([A-Za-z][A-Za-z0-9._-]{1,30})(?:/|\\)`)
}

// homesIn returns the home directories in a text, as pairs of offsets of the path and of the name. Few lines have one.
func homesIn(text []byte) (found [][]int) {
	home, start := home(), 0
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte("Users")) || bytes.Contains(line, []byte("/home/")) {
			for _, m := range home.FindAllSubmatchIndex(line, maxHomes-len(found)) {
				for i := range m {
					m[i] += start
				}
				found = append(found, m)
			}
		}
		if start += len(line); len(found) == maxHomes {
			break
		}
	}
	return found
}

// maxHomes limits the paths of a file that are read.
const maxHomes = 1_000

func hasHome(text []byte) bool {
	return bytes.Contains(text, []byte("/Users/")) || bytes.Contains(text, []byte("/home/")) || bytes.Contains(text, []byte(`\Users\`))
}

// isOwnHome reports whether a repository is the .claude directory of a person: it has its settings, or CLAUDE.md and rules, and no
// README. Or it has the files of a home directory at its root.
func isOwnHome(t *analysis.Tree) bool {
	n := 0
	for _, name := range []string{".config", ".zshrc", ".bashrc", ".bash_profile", ".gitconfig", ".vimrc", ".tmux.conf", "dot_config", "dot_zshrc", "dot_bashrc", "dot_gitconfig"} {
		if t.Stat(name) != analysis.Absent {
			n++
		}
	}
	if n > 1 {
		return true
	}
	if t.Stat(".claude-plugin") != analysis.Absent || !t.IsDir("skills") && !t.IsDir("agents") && !t.IsDir("commands") {
		return false
	}
	return t.Stat("settings.json") == analysis.IsFile || t.Stat("CLAUDE.md") == analysis.IsFile && t.IsDir("rules") && t.Stat("README.md") == analysis.Absent
}

// isForOnePerson reports whether a path is in a file for one machine, or the value of a setting such as NOTES_DIR.
func isForOnePerson(d *analysis.Document, offset int) bool {
	if base := path.Base(d.Rel); d.Kind == analysis.Instructions || base == "CLAUDE.md" || base == "settings.local.json" {
		return true
	}
	before := d.Text(analysis.Range{Start: d.LineRange(d.LineOf(offset)).Start, End: offset})
	name, value, ok := strings.Cut(strings.Trim(before, " \t-*`\"'"), ":")
	return ok && d.Kind&analysis.Text != 0 && len(name) > 3 && strings.Trim(name, "*`ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" && strings.Trim(value, " *`\"'") == ""
}

// isCode reports whether a file is a script or a configuration, by its name.
func isCode(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".py", ".sh", ".bash", ".zsh", ".js", ".mjs", ".cjs", ".ts", ".rb", ".ps1", ".yaml", ".yml", ".toml", ".env":
		return true
	}
	return false
}

func isTestPath(rel string) bool {
	for part := range strings.SplitSeq(strings.ToLower(rel), "/") {
		if strings.Contains(part, "test") || strings.Contains(part, "fixture") || strings.Contains(part, "example") || strings.Contains(part, "sample") || strings.Contains(part, "eval") || strings.Contains(part, "benchmark") || part == "node_modules" || part == "results" {
			return true
		}
	}
	return false
}

// isPartOf reports whether a directory or file of a path is named so: the name of a product, not of a user.
func isPartOf(rel, name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(rel), "/") {
		if stem, _, _ := strings.Cut(part, "."); stem == strings.ToLower(name) || strings.HasSuffix(stem, "-"+strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// isShownLine reports whether an offset is in a line of output or an example, after a remote host, or in a comment of a script.
func isShownLine(d *analysis.Document, offset int) bool {
	line := strings.TrimLeft(d.Text(analysis.Range{Start: d.LineRange(d.LineOf(offset)).Start, End: offset}), " \t")
	lower := strings.ToLower(line)
	if strings.Contains(lower, "e.g.") || strings.Contains(lower, "ssh ") || strings.Contains(lower, "remote") {
		return true
	}
	starts := func(prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(line, p) })
	}
	if output := strings.TrimLeft(line, "#/ "); len(output) < len(line) && slices.ContainsFunc([]string{"→", "=>", "->"}, func(arrow string) bool { return strings.HasPrefix(output, arrow) }) {
		return true
	}
	return starts("Error", "error", "fatal", "warning:", "File \"", "at ", "Traceback") || d.Kind == analysis.Resource && starts("#", "//", "*")
}

// isElided reports whether a path ends in "..." or "…", and so stands for others.
func isElided(d *analysis.Document, end int) bool {
	rest := d.Text(analysis.Range{Start: end, End: d.LineRange(d.LineOf(end)).End})
	if i := strings.IndexAny(rest, " \t`\"')"); i >= 0 {
		rest = rest[:i]
	}
	return strings.HasSuffix(rest, "/...") || strings.HasSuffix(rest, "/…")
}

// ownFile returns the path of a file below the skill that a text is in, if the path at an offset contains the name of the skill.
func ownFile(d *analysis.Document, offset int) string {
	if d.Kind&analysis.Text == 0 || d.Owner == "" {
		return ""
	}
	line := d.Text(analysis.Range{Start: offset, End: d.LineRange(d.LineOf(offset)).End})
	written, _, _ := strings.Cut(line, " ")
	_, own, _ := strings.Cut(written, "/skills/"+path.Base(d.Owner)+"/")
	return strings.TrimRight(own, "`\"'),.;:\r\n")
}

// isAnybody reports whether the name of a user stands for any user, or belongs to an image or a service.
func isAnybody(name string) bool {
	lower := strings.ToLower(name)
	if first, _, full := strings.Cut(lower, "."); full && slices.Contains(anybody, first) {
		return true // john.doe
	}
	return strings.ToUpper(name) == name || slices.Contains(anybody, strings.TrimRight(lower, "0123456789._-")) ||
		slices.ContainsFunc([]string{"your", "user", "name", "example", "test", "someone", "xxx", "redacted", "svc", "service"}, func(s string) bool { return strings.Contains(lower, s) })
}

// anybody are names of users in examples, and of users that images and services define.
var anybody = strings.Fields("you me my dev developer admin administrator root ubuntu debian ec2 ec-user node app runner vscode codespace gitpod vagrant docker pi deploy deployer ci jenkins " +
	"git www data web claude agent agents bot assistant coder sandbox jovyan linuxbrew shared public default guest foo bar baz john jane johndoe janedoe jdoe doe alice bob carol dave eve " +
	"mallory max sam joe jim smith acme company corp project projects workspace work home local oracle postgres mysql redis steam nobody hermes openclaw opencode daytona kali circleci travis builder build airflow spark hadoop student teacher jsmith smithj suspect victim target attacker analyst operator employee customer client product section myself person people abc xyz path")

// isInWord reports whether a path at an offset is a part of something else, such as another path.
func isInWord(source []byte, at int) bool {
	return at > 0 && (isWordByte(source[at-1]) || strings.IndexByte(".-}>)~/", source[at-1]) >= 0)
}

// homeSeverity returns info for a path that is perhaps one of an account of a server, or output.
func homeSeverity(d *analysis.Document, at int) analysis.Severity {
	inHeader := d.Header != nil && at < d.BodyStart() && d.Kind&analysis.Text != 0
	if inHeader || d.Kind == analysis.Reference || bytes.HasPrefix(d.Source[at:], []byte("/home/")) || isForOnePerson(d, at) {
		return analysis.Info
	}
	return analysis.Warning
}
