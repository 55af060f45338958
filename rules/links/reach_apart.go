package links

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// isExempt reports whether a file need not be mentioned: it is for people, for tools that find it by name, or not for
// users of the skill.
func isExempt(b *bundle, rel string) bool {
	in := strings.TrimPrefix(rel, b.dir+"/")
	if b.isOfProject(rel) {
		return true
	}
	for _, part := range strings.Split(in, "/") {
		if strings.HasPrefix(part, ".") || strings.HasPrefix(part, "__") {
			return true
		}
	}
	return isCompanion(in) || isTranslated(b, rel) || isForTools(in) || isTest(in) || path.Base(in)[0] == '_' || path.Ext(in) == ".feature"
}

// isOfProject reports whether the skill is a whole project, and a file belongs to the project, but neither to the skill nor
// to one of its chapters.
func (b *bundle) isOfProject(rel string) bool {
	if b.dir != "." || isBundled(rel) {
		return false
	}
	for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
		if b.skill.Tree.Exists(path.Join(dir, "SKILL.md")) {
			return false
		}
	}
	return true
}

// isBundled reports whether a path belongs to the skill, if the skill is a whole project.
func isBundled(in string) bool {
	first, _, below := strings.Cut(in, "/")
	return below && (first == "references" || first == "scripts" || first == "assets")
}

// people are the names, in lower case and without extension, of files for people.
var people = []string{"readme", "changelog", "contributing", "attribution", "attributions", "acknowledgements", "acknowledgments", "license", "licence", "copying", "ofl", "copyright",
	"third_party", "third-party", "thirdparty", "code_of_conduct", "skill", "how_to_use", "how-to-use", "howto", "quickstart", "quick_start", "quick-start"}

// peopleInCapitals are names of files for people if they are in capitals or next to SKILL.md. References may have these
// names, too.
var peopleInCapitals = []string{"security", "notice", "todo", "install", "credits", "history", "authors", "bugs", "issues", "roadmap", "migration", "upgrading", "version",
	"agents", "claude", "gemini", "power", "codemap", "spec", "sources", "eval", "evals", "notes", "vendored", "vendored_from", "upstream", "provenance"}

func isCompanion(in string) bool {
	written, _, _ := strings.Cut(path.Base(in), ".")
	stem := strings.TrimRight(strings.ToLower(written), "-_0123456789")
	for _, part := range []string{"license-", "license_", "licence-"} {
		if strings.HasPrefix(stem, part) {
			return true
		}
	}
	for _, end := range []string{"-license", "_license", "-ofl", "-log", "_log"} {
		if strings.HasSuffix(stem, end) {
			return true
		}
	}
	return slices.Contains(people, stem) || strings.Contains(stem, "readme") || isTranslation(in) ||
		slices.Contains(peopleInCapitals, stem) && (written == strings.ToUpper(written) || !strings.Contains(in, "/")) ||
		(path.Dir(in) == "." || path.Dir(in) == "docs") && isRecord(written)
}

// records are words in the names of files in capitals that record how a skill was made, tested or changed.
var records = []string{"SUMMARY", "REPORT", "IMPLEMENTATION", "TESTING", "DESIGN", "DEMO", "FINDINGS", "REVIEW", "STATUS", "PROPOSAL", "DEVELOPMENT", "RELEASE",
	"RELEASING", "PUBLISHING", "MAINTAINERS", "MAINTENANCE", "CHANGES", "VALIDATION", "VERIFICATION", "COMPLETION", "DEPRECATION", "ACTION", "DELIVERY", "TODOS", "STRUCTURE", "SESSION", "CAPABILITY", "CAPABILITIES"}

func isRecord(written string) bool {
	if written != strings.ToUpper(written) {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(written, func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), func(part string) bool {
		return slices.Contains(records, part)
	})
}

// isTranslation reports whether a document is one of several in different languages, such as guide.zh-CN.md or en.md.
func isTranslation(in string) bool {
	if !isProse(in) {
		return false
	}
	stem := strings.TrimSuffix(path.Base(in), path.Ext(in))
	stem = stem[strings.LastIndexByte(stem, '.')+1:]
	language, region, _ := strings.Cut(stem, "-")
	return stem == "en" || slices.Contains(languages, strings.ToLower(language)) && len(region) <= 4
}

// languages are codes of languages and countries in the names of translations.
var languages = []string{"zh", "cn", "ja", "jp", "ko", "kr", "es", "fr", "de", "pt", "ru", "it", "vi", "tr"}

// isTranslated reports whether a document is a translation of the one beside it whose name lacks the language: SKILL-ja.md.
func isTranslated(b *bundle, rel string) bool {
	stem := strings.TrimSuffix(rel, path.Ext(rel))
	at := strings.LastIndexAny(stem, "-_")
	return at > 0 && isProse(rel) && slices.Contains(languages, strings.ToLower(stem[at+1:])) && b.skill.Tree.Exists(stem[:at]+path.Ext(rel))
}

// isDeprecated reports whether a skill is deprecated, according to its directory or to SKILL.md.
func isDeprecated(rel string, text []byte) bool {
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch strings.Trim(strings.ToLower(part), "_.") {
		case "deprecated", "archive", "archived", "legacy", "obsolete", "attic":
			return true
		}
	}
	for line := range strings.Lines(strings.ToLower(string(text[:min(len(text), maxHead)]))) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.Trim(value, " \"'*[(_>⚠️")
		switch {
		case strings.HasPrefix(key, "# "):
			return strings.Contains(line, "deprecated")
		case key == "deprecated":
			return value != "false"
		case (key == "status" || key == "description" || key == "name") && strings.HasPrefix(value, "deprecated"):
			return true
		}
	}
	return false
}

// isForOthers reports whether a document is not for agents: it states so or that it is deprecated, or it is a dated record outside of the references.
func isForOthers(in string, text []byte) bool {
	return isKeptApart(text) || isDeprecated("", text) || !isBundled(in) && isDated(text)
}

// isDated reports whether a line at the beginning of a document is its date, as in release notes and reports. A reference has the
// date of its last change at most.
func isDated(text []byte) bool {
	for line := range strings.Lines(strings.ToLower(string(text[:min(len(text), maxIntroduction)]))) {
		label, date, _ := strings.Cut(strings.Trim(line, " \t\r\n>-*_|"), ":")
		label, date = strings.TrimRight(label, " *_"), strings.TrimLeft(date, " *_")
		switch {
		case date == "" || date[0] < '0' || date[0] > '9' && !isMonth(date[:min(len(date), 3)]):
		case label == "date", slices.Contains([]string{"release date", "evaluation date", "review date", "audit date", "test date", "report date", "evaluated",
			"reviewed", "audited", "tested", "released", "completed", "implemented", "fixed"}, label):
			return true
		}
	}
	return false
}

// isMonth reports whether three letters begin the name of a month.
func isMonth(start string) bool {
	return len(start) == 3 && strings.Contains("jan feb mar apr may jun jul aug sep oct nov dec", start)
}

// isKeptApart reports whether the beginning of a document states that agents do not load it, or that it has no content yet.
func isKeptApart(text []byte) bool {
	head := strings.ToLower(string(text[:min(len(text), maxIntroduction)]))
	return slices.ContainsFunc([]string{"not loaded", "not read by agents", "not for agents", "for humans", "for maintainers", "agents do not read", "> stub", "to be filled", "coming soon",
		"skill was synchronized from", "skill was synced from", "skill was adapted from", "skill was copied from", "skill was imported from"},
		func(words string) bool { return strings.Contains(head, words) })
}

// maxIntroduction limits the bytes of a document that are searched for such a statement.
const maxIntroduction = 400

// startsHeader reports whether a text starts with frontmatter, or with a field without the opening "---". A SKILL.md without
// frontmatter may not be for a client, such as a text to be uploaded.
func startsHeader(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("---")) || bytes.HasPrefix(text, []byte("name:"))
}

// maxHead limits the bytes of SKILL.md that are searched for a deprecation.
const maxHead = 4 << 10

// tools are the names, in lower case and without extension, of files that programs find by name, and of entry
// points.
var tools = []string{"install", "uninstall", "postinstall", "version", "index", "main", "setup", "conftest", "dockerfile", "makefile", "justfile", "rakefile", "gemfile", "procfile",
	"docker-compose", "package", "package-lock", "pnpm-lock", "pnpm-workspace", "yarn", "bun", "jsconfig", "pyproject", "uv", "poetry", "pipfile",
	"cargo", "go", "pom", "build", "composer", "manifest", "manifest-entry", "metadata", "_meta", "meta", "skill", "plugin", "py", "thumbs", "desktop"}

func isForTools(in string) bool {
	name := strings.ToLower(path.Base(in))
	if path.Ext(name) == ".md" {
		return false
	}
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case slices.Contains(tools, strings.TrimRight(stem, "-_0123456789")), strings.HasPrefix(stem, "requirements"), strings.HasPrefix(stem, "tsconfig"), isSetting(name):
		return true
	case stem == "cli" || stem == "run" || stem == "execute":
		return !strings.Contains(in, "/")
	case strings.Contains(name, ".config."), strings.HasSuffix(name, ".d.ts"), strings.HasSuffix(name, "~"):
		return true
	}
	switch path.Ext(name) {
	case ".lock", ".map", ".typed":
		return true
	case ".pyc", ".pyo", ".bak", ".orig", ".rej", ".swp", ".swo", ".exe", ".dll", ".so", ".dylib", ".msi", ".p12", ".pfx", ".kdbx", ".ppk",
		".zip", ".tar", ".gz", ".tgz", ".7z", ".rar": // files/unexpected reports them
		return true
	}
	return false
}

// isSetting reports whether a file is a configuration, such as config.json or pytest.ini.
func isSetting(name string) bool {
	switch path.Ext(name) {
	case ".toml", ".ini", ".cfg", ".conf", ".properties":
		return true
	case ".json", ".yaml", ".yml":
		stem := strings.TrimSuffix(name, path.Ext(name))
		return strings.HasSuffix(stem, "config") || strings.HasSuffix(stem, "settings")
	}
	return false
}

// isOverview reports whether the name of a file indicates a list of other files.
func isOverview(rel string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(path.Base(rel)), ".")
	switch strings.TrimLeft(stem, "_0-") {
	case "index", "overview", "toc", "contents", "summary", "sections", "reference", "references":
		return true
	}
	return strings.Contains(stem, "readme")
}

// isTest reports whether a file is a test of the skill.
func isTest(rel string) bool {
	for _, part := range strings.Split(strings.ToLower(path.Dir(rel)), "/") {
		switch part {
		case "test", "tests", "__tests__", "testdata", "fixtures", "evals", "eval", "evaluations", "benchmarks", "node_modules", "venv":
			return true
		}
	}
	name := strings.ToLower(path.Base(rel))
	for _, mark := range []string{"_test.", ".test.", ".spec.", "-test.", ".tests.", ".snap"} {
		if strings.Contains(name, mark) {
			return true
		}
	}
	for _, mark := range []string{"test_", "test-", "test.", "tests.", "expected_", "expected-", "sample_", "sample-"} {
		if strings.HasPrefix(name, mark) {
			return true
		}
	}
	return false
}

// isProject reports whether a file is the project file of its directory.
func isProject(rel string) bool {
	switch name := path.Base(rel); name {
	case "package.json", "pyproject.toml", "setup.py", "setup.cfg", "go.mod", "Cargo.toml", "tsconfig.json", "pom.xml", "build.gradle", "Package.swift", "composer.json", "Gemfile", "deno.json":
		return true
	default:
		return strings.HasSuffix(name, ".csproj")
	}
}

// isProse reports whether a file is prose, in which a word is not an identifier.
func isProse(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdc", ".markdown", ".mdx", ".txt", ".rst", ".adoc":
		return true
	}
	return false
}

// isBinary reports whether the name of a file indicates that it is not text.
func isBinary(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".ttf", ".otf", ".woff", ".woff2", ".zip", ".gz", ".tgz", ".tar", ".skill",
		".docx", ".xlsx", ".pptx", ".mp3", ".mp4", ".wav", ".mov", ".wasm", ".exe", ".dll", ".so", ".dylib", ".jar", ".class", ".pyc", ".db", ".sqlite", ".parquet":
		return true
	}
	return false
}
