package files

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// launchMessage says what is wrong with a script that is run directly; "" when nothing is.
func launchMessage(rel string, text []byte, refused bool) string {
	file, by := quote.Text(rel), runsIt(rel, text)
	switch isText := len(text) > 0 && bytes.IndexByte(text, 0) < 0; {
	case isText && !bytes.HasPrefix(text, []byte("#!")) && refused:
		return fmt.Sprintf("%s is not executable and has no #! line, so it cannot be run as it is here; put %s before it", file, by)
	case isText && !bytes.HasPrefix(text, []byte("#!")):
		return fmt.Sprintf("%s does not begin with #!, so nothing says what runs it; write #!/usr/bin/env %s as its first line", file, by)
	case refused && isText:
		return fmt.Sprintf("%s is not executable, so the system refuses to run it as it is here; make it executable (chmod +x), or put %s before it", file, by)
	case refused:
		return fmt.Sprintf("%s is not executable, so the system refuses to run it as it is here; make it executable (chmod +x)", file)
	}
	return ""
}

// runnable makes a script executable, if nothing else keeps it from being run.
func runnable(rel string, text []byte, refused bool) []analysis.SuggestedFix {
	isScript := bytes.HasPrefix(text, []byte("#!")) || bytes.IndexByte(text, 0) >= 0
	if !refused || !isScript {
		return nil
	}
	// Where no other file may be run, of those that git does not track nothing was known before.
	return []analysis.SuggestedFix{{Title: "make " + quote.Text(rel) + " executable", Safe: true, Executable: rel, Uncovers: true}}
}

// runsIt returns the program that runs a script: that of its #! line, else the one of its extension.
func runsIt(rel string, text []byte) string {
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	if words := bytes.Fields(first); bytes.HasPrefix(first, []byte("#!")) && len(words) > 0 {
		name := path.Base(string(words[0]))
		if name == "env" && len(words) == 2 {
			name = string(words[1])
		}
		if name != "env" && len(name) <= 20 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
			return name
		}
	}
	switch path.Ext(rel) {
	case ".py":
		return "python3"
	case ".rb":
		return "ruby"
	case ".pl":
		return "perl"
	case ".php":
		return "php"
	case ".js", ".mjs", ".cjs", ".ts":
		return "node"
	}
	return "bash"
}
