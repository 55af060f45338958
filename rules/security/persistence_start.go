package security

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// raising returns a function that raises the severity of what an installer may do, if the rest of the script makes it harmful.
func raising(d *analysis.Document, r *behavior.Reading) func(*behavior.Act, hit) hit {
	return func(a *behavior.Act, h hit) hit {
		if h.severity != analysis.Info || a.Kind != behavior.Writes {
			return h
		}
		switch placeOf(a.To) {
		case schedule, service:
			if startsAny(a.Of.Text(), loadedFiles(r.Acts)) {
				h.severity = analysis.Warning
			}
		case client:
			if !strings.HasSuffix(a.To, ".md") && waivesAll(string(d.Source)) {
				h.severity = analysis.Warning
			}
		}
		return h
	}
}

// loadedFiles returns the names of the files into which a script downloads something.
func loadedFiles(acts []behavior.Act) map[string]bool {
	loaded := map[string]bool{}
	for i := range acts {
		if a := &acts[i]; a.Kind == behavior.Writes && a.Of.Has(behavior.Fetched) {
			loaded[path.Base(a.To)] = true
		}
	}
	return loaded
}

// startsAny reports whether a text for a schedule or a service names a temporary program or one of several files.
func startsAny(text string, files map[string]bool) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`<>=;|&()[]{},", r) }) {
		word = word[strings.LastIndex(word, "_/")+1:] // after a tag, which the parser of shell changed
		switch {
		case strings.Contains(word, "/") && files[path.Base(word)]:
			return true
		case is(path.Ext(word), ".log", ".out", ".err", ".lock", ".pid"):
		case strings.HasPrefix(word, "/tmp/"), strings.HasPrefix(word, "/var/tmp/"), strings.HasPrefix(word, "/dev/shm/"):
			return true
		}
	}
	return false
}
