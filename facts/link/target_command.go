package link

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/yuin/goldmark/text"
)

// readPrograms records the files that commands run, in the directory of the text.
func (r *targetReader) readPrograms(all []invocation.Invocation) {
	for i := range all {
		c := &all[i]
		if c.File < 0 || c.Module || c.Dir != "" || c.Form == invocation.Config {
			continue
		}
		w := c.Words[c.File]
		start := w.Range.Start
		if w.Quoted {
			start++
		}
		r.programs[start] = cmp.Or(c.Interpreter, "the system")
	}
}

// commands adds the files that the commands of a block run, and paths of installed skills. It records the files that a block
// creates.
func (r *targetReader) commands(fence *analysis.Fence) {
	if fence.Info != "" && !shell.Is(fence.Info) {
		r.content(fence)
		return
	}
	lines := fence.Node.Lines()
	if isOfProject(r.doc.Source, lines) {
		return
	}
	for i := range lines.Len() {
		at := lines.At(i)
		if bytes.IndexByte(r.doc.Source[at.Start:at.Stop], '/') < 0 {
			continue
		}
		for _, word := range wordsIn(r.doc.Source, at.Start, at.Stop) {
			program := r.programs[word.Start]
			if program == "" && shell.IsLocation(r.doc.Source, at.Start) {
				continue
			}
			if word = r.withoutDot(word); !hasHidden(r.doc.Text(word)) && !IsInstalled(r.doc.Text(word)) {
				continue
			}
			switch text := r.doc.Text(word); {
			case program != "" || IsInstalled(text):
				r.path(word, program, true, true)
			case isRequirements(r.doc.Source[at.Start:word.Start]):
				r.path(word, "pip", true, true)
			case createsFile(r.doc.Source[at.Start:word.Start]):
				r.written[path.Clean(text)] = true
			}
		}
	}
}

// isOfProject reports whether three or more commands of a block test, build or deploy the project that the agent works on. The
// scripts in the block are those of the project.
func isOfProject(source []byte, lines *text.Segments) bool {
	count := 0
	for i := range lines.Len() {
		at := lines.At(i)
		if line := bytes.TrimLeft(source[at.Start:at.Stop], " \t$"); slices.ContainsFunc(projectTools, func(tool string) bool { return bytes.HasPrefix(line, []byte(tool)) }) {
			count++
		}
	}
	return count > 2
}

// projectTools begin commands for the project that the agent works on.
var projectTools = []string{"pytest ", "python -m pytest", "python -m black", "python -m pylint", "python -m mypy", "black ", "ruff ", "mypy ", "docker build", "docker compose", "docker-compose",
	"kubectl ", "helm ", "terraform ", "npm test", "npm run", "pnpm run", "cargo test", "go test", "mvn ", "gradle "}

// isRequirements reports whether pip reads the path after a text.
func isRequirements(before []byte) bool {
	words := bytes.Fields(before[max(0, len(before)-contextSize):])
	n := len(words)
	return n > 2 && string(words[n-1]) == "-r" && string(words[n-2]) == "install" && bytes.HasPrefix(words[n-3], []byte("pip"))
}

// withoutDot returns the range of a path without "./".
func (r *targetReader) withoutDot(at analysis.Range) analysis.Range {
	if strings.HasPrefix(r.doc.Text(at), "./") {
		at.Start += len("./")
	}
	return at
}

// content records the path in the first comment of a block of another language: the block shows the content of a file
// to create.
func (r *targetReader) content(fence *analysis.Fence) {
	lines := fence.Node.Lines()
	if lines.Len() == 0 {
		return
	}
	at := lines.At(0)
	if at.Stop-at.Start > maxPath {
		return
	}
	words := strings.Fields(string(r.doc.Source[at.Start:at.Stop]))
	if len(words) > 1 && slices.Contains([]string{"#", "//", "--", "/*", "<!--", ";"}, words[0]) && hasDirectory(words[1]) {
		r.written[path.Clean(words[1])] = true
	}
}

// createsFile reports whether a command writes to the path after it.
func createsFile(before []byte) bool {
	before = bytes.TrimRight(before[max(0, len(before)-contextSize):], " \t\"'")
	if bytes.HasSuffix(before, []byte(">")) {
		return true
	}
	words := bytes.Fields(before)
	if len(words) == 0 {
		return false
	}
	for _, option := range []string{"-o", "--output", "--out", "-O", "tee", "-a", "touch"} {
		if string(words[len(words)-1]) == option {
			return true
		}
	}
	first := string(words[0])
	return first == "touch" || first == "mkdir" || first == "cp" || first == "mv" || first == "curl" || first == "wget"
}
