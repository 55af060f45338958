package needs

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
)

// command matches the start of a line with a command that runs a script: comment signs, quotes or a statement that prints, an
// interpreter, and the path.
var command = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(?:\\\\n|[\\s#*\"'`/>$:])*(?:(?:print|console\\.\\w+)\\(|echo\\s+(?:-e\\s+)?)?(?:\\\\n|[\\s\"'`$])*" +
		"(?:(?:python3?|bash|sh|node|bun|npx tsx|npx ts-node|tsx|uv run|ruby|deno run)\\s+(?:-\\S+\\s+)*)?" +
		"(?:[\\w.~${}/-]*/)?([\\w-]+\\.(?:py|sh|bash|js|mjs|cjs|ts|rb))(?:[\\s\"'`\\\\]|$)")
})

// Limits of the search for usage.
const (
	header       = 60 // lines in which usage is that of the script itself
	maxUsageLine = 1000
)

// A Mention is the name of a script in a text.
type Mention struct {
	Text  string
	Range analysis.Range
}

// Usage returns the names of other scripts that follow the word "usage" in a script, which has an outdated name there. It returns none if
// one of them is the name of the script itself.
func Usage(file string, source []byte) []Mention {
	own, text := path.Base(file), string(source)
	var found []Mention
	wait, number, offset := 0, 0, 0
	for line := range strings.Lines(text) {
		start, rest := offset, line
		offset += len(line)
		number++
		if len(line) > maxUsageLine {
			continue
		}
		if at := usageIn(line); at >= 0 {
			wait, start, rest = 5, start+at, line[at:]
		}
		if wait == 0 {
			continue
		}
		wait--
		m := command().FindStringSubmatchIndex(rest)
		if m == nil {
			if strings.Trim(rest, " \t\r\n#*/\"'`:\\;)") != "" && wait == 4 && !strings.HasSuffix(strings.TrimRight(rest, "\"') \t\r\n\\;"), ":") {
				wait = 0 // other text after the word
			}
			continue
		}
		wait = 0
		switch name := rest[m[2]:m[3]]; {
		case strings.EqualFold(name, own):
			return nil
		case (number <= header || isSimilar(name, own)) && !isCompiled(name, own) && !isPlaceholder(name) && !isMade(text, name):
			found = append(found, Mention{name, analysis.Range{Start: start + m[2], End: start + m[3]}})
		}
	}
	return found
}

// usageIn returns the offset after the word "usage" in a line, or -1.
func usageIn(line string) int {
	for from := 0; ; {
		n := strings.Index(line[from:], "sage")
		if n < 0 {
			return -1
		}
		start, end := from+n-1, from+n+len("sage")
		from = end
		if start < 0 || line[start]|0x20 != 'u' || start > 0 && isWordByte(line[start-1]) || end < len(line) && isWordByte(line[end]) {
			continue
		}
		if word := " examples"; strings.HasPrefix(line[end:], word) {
			end += len(word)
		} else if word := " example"; strings.HasPrefix(line[end:], word) {
			end += len(word)
		}
		return end
	}
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

// isCompiled reports whether a name is that of the JavaScript that a TypeScript file is compiled to.
func isCompiled(name, own string) bool {
	switch path.Ext(own) {
	case ".ts", ".mts", ".cts", ".tsx":
		return strings.TrimSuffix(name, path.Ext(name)) == strings.TrimSuffix(own, path.Ext(own)) && strings.HasSuffix(name, "js")
	}
	return false
}

func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
}

// isSimilar reports whether two names share a word.
func isSimilar(a, b string) bool {
	of := words(b)
	return slices.ContainsFunc(words(a), func(w string) bool { return len(w) > 3 && slices.Contains(of, w) })
}

// isPlaceholder reports whether a name stands for any script.
func isPlaceholder(name string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool {
		switch w {
		case "example", "your", "my", "foo", "sample", "template", "script", "main", "app", "index", "file", "program", "tool", "command", "name", "this", "xxx":
			return true
		}
		return false
	})
}

// isMade reports whether a script creates a file with a name, whose usage it then contains.
func isMade(text, name string) bool {
	for from := 0; ; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			return false
		}
		at := from + n
		from = at + len(name)
		line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
		line = line[max(0, len(line)-maxUsageLine):]
		for _, sign := range []string{">", "chmod", "cp ", "mv ", "ln ", "write", "open(", "install ", "name="} {
			if strings.Contains(line, sign) {
				return true
			}
		}
	}
}
