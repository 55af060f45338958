package invocation

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// A runner is a program that runs a file, or a command.
type runner struct {
	verbs  string // subcommands that run something, between spaces; empty: none is needed
	values string // options with a value, between spaces
	code   string // options that are followed by code, between spaces
	module string // the option that is followed by the name of a module
	file   string // the option that is followed by a file; empty: the first argument is the file
	next   bool   // the argument is a command, which may be a runner as well
	skip   int    // arguments before that command
	bare   bool   // a name without directory or extension may be a file
}

var (
	python = &runner{values: " -W -X ", code: " -c ", module: "-m", bare: true}
	node   = &runner{values: " -r --require --import --loader --experimental-loader --env-file -C --conditions ", code: " -e --eval -p --print ", bare: true}
	bash   = &runner{values: " -O -o --rcfile ", code: " -c ", bare: true}
	tsx    = &runner{verbs: " watch ", values: " --tsconfig -P --project -r -O ", code: " -e --eval ", bare: true}
	wrap   = &runner{next: true}
	npx    = &runner{values: " -p --package -w --workspace ", code: " -c --call ", next: true}
)

// runners are the programs that run files.
var runners = map[string]*runner{
	"python": python, "python3": python, "python2": python, "py": python, "pypy3": python, "uvpython": python,
	"node": node, "nodejs": node, "bash": bash, "sh": bash, "zsh": bash, "dash": bash, "ksh": bash,
	"source": {bare: true}, ".": {bare: true},
	"tsx": tsx, "ts-node": tsx, "ts-node-esm": tsx, "vite-node": tsx, "swc-node": tsx,
	"bun": {verbs: " run ", code: " -e ", bare: true}, "deno": {verbs: " run ", values: " --config -c --import-map --lock ", bare: true},
	"ruby": {values: " -I -r ", code: " -e ", bare: true}, "perl": {values: " -I ", code: " -e -E -ne -pe ", bare: true}, "php": {code: " -r ", bare: true}, "Rscript": {code: " -e ", bare: true},
	"pwsh": {values: " -ExecutionPolicy ", code: " -Command -c ", file: "-File", bare: true}, "powershell": {values: " -ExecutionPolicy ", code: " -Command -c ", file: "-File", bare: true},
	"go":     {verbs: " run ", bare: true},
	"uv":     {verbs: " run ", values: " --with --python -p --project --directory --extra --group --env-file --index --with-requirements --package --with-editable ", module: "-m", next: true},
	"poetry": {verbs: " run ", next: true}, "pdm": {verbs: " run ", next: true}, "pipenv": {verbs: " run ", next: true}, "hatch": {verbs: " run ", next: true}, "rye": {verbs: " run ", next: true}, "pixi": {verbs: " run ", next: true},
	"conda": {verbs: " run ", values: " -n --name -p --prefix ", next: true}, "mamba": {verbs: " run ", values: " -n --name -p --prefix ", next: true}, "micromamba": {verbs: " run ", values: " -n --name -p --prefix ", next: true},
	"npx": npx, "bunx": npx, "pnpx": npx, "pnpm": {verbs: " exec dlx ", next: true}, "yarn": {verbs: " exec dlx ", next: true}, "npm": {verbs: " exec x ", next: true},
	"sudo": {values: " -u -g ", next: true}, "env": {values: " -u ", next: true}, "nohup": wrap, "exec": wrap, "command": wrap, "builtin": wrap, "time": wrap, "nice": {values: " -n ", next: true},
	"timeout": {values: " -s -k --signal --kill-after ", next: true, skip: 1}, "stdbuf": wrap, "xargs": {values: " -I -n -P -L -d -a ", next: true}, "watch": {values: " -n ", next: true}, "caffeinate": wrap, "doppler": {verbs: " run ", next: true},
	"dotenv": {values: " -f ", next: true}, "op": {verbs: " run ", next: true},
}

// maxWrappers limits the wrappers of a command.
const maxWrappers = 8

// unwrap removes wrappers and finds the file that the command runs. It returns false if nothing remains.
func (c *Invocation) unwrap() bool {
	at, interpreter := 0, -1
	for range maxWrappers {
		for at < len(c.Words) && isAssignment(c.Words[at].Text) {
			at++
		}
		if at == len(c.Words) || c.Words[at].Text == "" {
			return false
		}
		name := programName(c.Words[at].Text)
		r := runners[name]
		if r == nil && strings.HasPrefix(name, "python3.") {
			r = python
		}
		if r == nil {
			if isFile(c.Words[at].Text, false) {
				c.setFile(at, interpreter)
			}
			break
		}
		next, ok := c.skipOptions(r, at)
		if !ok {
			break
		}
		if !r.next {
			if next >= 0 {
				c.setFile(next, at)
			}
			break
		}
		if isWrapper(name) {
			c.Partial = c.Partial || name == "xargs" // which adds arguments
			c.Words = c.Words[next:]
			at = 0
			continue
		}
		interpreter, at = at, next
	}
	return len(c.Words) > 0 && c.Words[0].Text != ""
}

// isWrapper reports whether a program does not choose the interpreter of what it runs.
func isWrapper(name string) bool {
	return slices.Contains([]string{"sudo", "env", "nohup", "exec", "command", "builtin", "time", "nice", "timeout", "stdbuf", "xargs", "watch", "caffeinate"}, name)
}

func (c *Invocation) setFile(at, interpreter int) {
	if c.File = at; interpreter >= 0 {
		c.Interpreter = programName(c.Words[interpreter].Text)
	}
}

// skipOptions returns the index of the file or command that a runner at an index runs. ok is false if it runs none.
func (c *Invocation) skipOptions(r *runner, at int) (next int, ok bool) {
	verb, skip := r.verbs, r.skip
	for i := at + 1; i < len(c.Words); i++ {
		word, isLast := c.Words[i].Text, i+1 == len(c.Words)
		switch {
		case contains(verb, word):
			verb = ""
		case word == r.module && word != "" && !isLast:
			c.Module = true
			c.setFile(i+1, at)
			return i + 1, false
		case r.readsCode(word):
			return 0, false
		case r.file != "" && strings.EqualFold(word, r.file) && !isLast:
			return i + 1, true
		case word == "--":
		case strings.HasPrefix(word, "-"):
			if contains(r.values, word) {
				i++
			}
		case verb != "" && !r.bare, word == "" && c.Words[i].Gap:
			return 0, false
		case skip > 0:
			skip--
		case r.next || r.bare && isFile(word, true):
			return i, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// contains reports whether a list of words between spaces contains a word.
func contains(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

// readsCode reports whether a word is an option that is followed by code, or means standard input.
func (r *runner) readsCode(word string) bool {
	return contains(r.code, word) || word == "-" || word == "-s" && r == bash
}

// programName returns the name of a program without its directory and extension.
func programName(word string) string { return strings.TrimSuffix(path.Base(word), ".exe") }

// isAssignment reports whether a word sets a variable for the command after it.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// scriptExtensions are the extensions of files that are run.
var scriptExtensions = []string{".sh", ".bash", ".zsh", ".py", ".rb", ".pl", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".php", ".ps1", ".go", ".r"}

// isFile reports whether a word is the path of a file to run. An interpreter before it makes it one also without a directory.
func isFile(word string, run bool) bool {
	if len(word) > maxPath || strings.ContainsAny(word, " \t\n*?\\|;") && !strings.HasPrefix(word, "<") || strings.HasSuffix(word, "/") || strings.Contains(word, "://") || strings.Contains(word, "$(") {
		return false
	}
	ext := strings.ToLower(path.Ext(word))
	if slices.Contains(scriptExtensions, ext) {
		return true
	}
	return ext == "" && strings.Contains(word, "/") && (run || isLocal(word))
}

// isLocal reports whether a path without an extension is one of a file that belongs to the text, not a program of the system.
func isLocal(word string) bool {
	return strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") || strings.HasPrefix(word, "scripts/") || strings.HasPrefix(word, "bin/") || strings.HasPrefix(word, "hooks/") || strings.Contains(word, "}/") || strings.Contains(word, ">/")
}

// maxPath is the limit of a path in bytes.
const maxPath = 300

// withoutShebang returns a script without its first line if that names an interpreter, whose path looks like that of a command.
func withoutShebang(source []byte) []byte {
	if !bytes.HasPrefix(source, []byte("#!")) {
		return source
	}
	_, rest, _ := bytes.Cut(source, []byte{'\n'})
	return rest
}

// isShellScript reports whether a file is a shell script, by its extension or its first line.
func isShellScript(name string, source []byte) bool {
	dot := strings.LastIndexByte(name, '.')
	if ext := name[dot+1:]; dot > strings.LastIndexByte(name, '/') {
		return ext == "sh" || ext == "bash"
	}
	line, _, _ := bytes.Cut(source[:min(len(source), 128)], []byte{'\n'})
	return bytes.HasPrefix(line, []byte("#!")) && bytes.HasSuffix(bytes.TrimRight(line, "\r "), []byte("sh"))
}
