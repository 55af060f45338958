package commands

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/role"
)

// PersonalPath reports absolute paths below the home directory of a person: /Users/NAME, /home/NAME and C:\Users\NAME.
//
// Such a path exists on the machine of its author only. A command or setting with it fails for everybody else, and the path
// publishes the name of a user. Write ~, $HOME, or a path relative to the skill.
//
// Paths of one user in a file are reported together.
//
// Severity:
//   - warning in instructions, commands, scripts and settings
//   - info below /home, where servers have accounts, and in references, where it is mostly shown
//
// Not reported:
//   - placeholder names, such as user, you, runner and alice, and users of containers and images
//   - examples of output, and links, which links/escape reports
//   - test data
var PersonalPath = &analysis.Analyzer{
	Name:     "commands/personal-path",
	Doc:      "absolute path below the home directory of a person",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    (analysis.Text &^ analysis.Output) | analysis.Hooks | analysis.MCP | analysis.Settings | analysis.Plugin | analysis.Resource,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-27",
		Name: "the directory layouts of macOS, Linux and Windows for home directories"},
	Run: personalPaths,
}

func personalPaths(pass *analysis.Pass) error {
	d := pass.Document
	if !hasHome(d.Source) || isTestPath(d.Rel) || d.Kind == analysis.Resource && (d.Part || !isCode(d.Rel)) {
		return nil
	}
	var roles *role.Map
	found, order := map[string]*analysis.Diagnostic{}, []string{}
	for _, m := range homesIn(d.Source) {
		name := string(d.Source[m[2]:m[3]])
		if isAnybody(name) || m[0] > 0 && (isWordByte(d.Source[m[0]-1]) || strings.IndexByte(".-}>)~/", d.Source[m[0]-1]) >= 0) || isPartOf(d.Rel, name) || isShownLine(d, m[0]) {
			continue
		}
		if d.Kind&analysis.Text != 0 {
			if roles == nil {
				roles = role.Of(d)
			}
			if p := roles.At(m[0]); p.Role.IsShown() || p.Negated {
				continue
			}
		}
		at := analysis.Range{Start: m[0], End: m[3]}
		if known := found[name]; known != nil {
			if len(known.Related) < maxPlaces {
				known.Related = append(known.Related, analysis.Related{Location: d.At(at), Message: "also here"})
			}
			continue
		}
		severity := analysis.Warning
		if bytes.HasPrefix(d.Source[m[0]:], []byte("/home/")) || d.Kind == analysis.Reference {
			severity = analysis.Info // perhaps an account of a server, or output
		}
		found[name] = &analysis.Diagnostic{Range: at, Severity: severity, Message: "path below the home directory of a person: " + quote.Text(d.Text(at)),
			Effect: "it does not exist on other machines", Help: "write ~ or $HOME, or a path relative to the skill"}
		order = append(order, name)
	}
	for _, name := range order {
		pass.Report(*found[name])
	}
	return nil
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
	return starts("Error", "error", "fatal", "warning:", "File \"", "at ", "Traceback") || d.Kind == analysis.Resource && starts("#", "//", "*")
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
