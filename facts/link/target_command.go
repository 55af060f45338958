package link

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
)

// commands adds the paths of programs that the commands of a block run, and paths of installed skills. It records the
// files that a block creates.
func (r *targetReader) commands(fence *analysis.Fence) {
	if fence.Info != "" && !shell.Is(fence.Info) {
		r.content(fence)
		return
	}
	lines := fence.Node.Lines()
	for i := range lines.Len() {
		at := lines.At(i)
		if bytes.IndexByte(r.doc.Source[at.Start:at.Stop], '/') < 0 {
			continue
		}
		for _, word := range wordsIn(r.doc.Source, at.Start, at.Stop) {
			before, text := r.doc.Source[at.Start:word.Start], r.doc.Text(word)
			if !hasDirectory(text) && !IsInstalled(text) {
				continue
			}
			program := programBefore(before)
			switch {
			case program != "" || IsInstalled(text):
				r.path(word, program, true)
			case createsFile(before):
				r.written[path.Clean(text)] = true
			}
		}
	}
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

// programBefore returns the program that runs the path after the given text of the same line, or "".
func programBefore(before []byte) string {
	before = before[max(0, len(before)-contextSize):]
	if i := bytes.LastIndexAny(before, "\n;|&"); i >= 0 {
		before = before[i+1:]
	}
	words := bytes.Fields(before)
	for len(words) > 0 && words[len(words)-1][0] == '-' && !bytes.Equal(words[len(words)-1], []byte("-m")) && !bytes.Equal(words[len(words)-1], []byte("-c")) {
		words = words[:len(words)-1] // options
	}
	if len(words) == 0 {
		return ""
	}
	name := path.Base(strings.Trim(string(words[len(words)-1]), "`\"'"))
	if slices.Contains(programs, name) {
		return name
	}
	return ""
}

// programs are the programs that run a script.
var programs = []string{"python", "python3", "python2", "py", "bash", "sh", "zsh", "ruby", "perl", "Rscript", "php", "node", "bun", "tsx", "ts-node"}

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
