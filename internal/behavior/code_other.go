package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// otherSecret matches the name of a variable of the environment that Ruby, PHP, Perl, Lua, Go, Java, C# or Rust reads.
var otherSecret = regexp.MustCompile(`(?:ENV\[|ENV\.fetch\(|getenv\(|Getenv\(|\$_ENV\[|\$_SERVER\[|GetEnvironmentVariable\(|env::var\(|\$ENV\{) *["']?([A-Z][A-Z0-9_]+)`)

// sendsIn are parts of statements that send a request.
var sendsIn = []string{"http", "Http", "HTTP", "curl", "file_get_contents", "fopen(", "URI", "reqwest", "ureq", "LWP", "socket.http", "fetch"}

// An assigned value of a line-based reader.
type assigned struct {
	name  string
	value Value
}

// readSecrets reads the lines of a program in another language for variables of the environment that are sent to an address.
// Headers that authorize a request are not.
func (r *reader) readSecrets(text []byte, offset int) {
	var known []assigned
	url := ""
	for line := range strings.Lines(string(text)) {
		at := analysis.Range{Start: offset, End: offset + max(1, len(strings.TrimRight(line, "\r\n")))}
		offset += len(line)
		if len(line) > 4096 || lex.ContainsAny(line, "uthorization", "Bearer", "-api-key", "-Api-Key", "setRequestProperty", "RequestHeader", "basic_auth") {
			continue
		}
		v := Value{}
		if m := otherSecret.FindStringSubmatch(line); m != nil && trust.IsSecretName(m[1]) {
			v = Value{labels: Secret, secret: "$" + m[1]}
		}
		for _, k := range known {
			if v.secret == "" && k.name != "" && effect.HasWord(line, k.name) {
				v = k.value
			}
		}
		here := trust.AddressIn(line)
		if here != "" {
			url = here
		}
		if v.secret == "" {
			continue
		}
		if (here != "" || url != "" && !otherSecret.MatchString(line)) && lex.ContainsAny(line, sendsIn...) {
			r.add(Act{Kind: Sends, At: at, Of: v, To: url, By: "request"})
			continue
		}
		if name, _, ok := strings.Cut(line, "="); ok && r.allows(len(known)+1, mostAssigned, TooMuch, at) {
			if fields := strings.Fields(strings.TrimRight(name, ": ")); len(fields) > 0 {
				known = append(known, assigned{strings.TrimLeft(fields[len(fields)-1], "$@"), v})
			}
		}
	}
}

// loadedLater adds acts for files that one line downloads and a later one runs.
func (r *reader) loadedLater(text []byte, offset int) {
	type file struct{ path, url string }
	var files []file
	for line := range strings.Lines(string(text)) {
		at := analysis.Range{Start: offset, End: offset + max(1, len(strings.TrimRight(line, "\r\n")))}
		offset += len(line)
		if len(line) > 4096 {
			continue
		}
		for _, f := range files {
			if strings.Contains(line, f.path) && lex.ContainsAny(line, "load ", "load(", "require ", "require(", "include ", "include(", "include_once", "system", "exec", "spawn", "eval", "dofile", "`", "do ") {
				r.add(Act{Kind: Runs, At: at, Of: Value{labels: Fetched, url: f.url}, By: "load"})
			}
		}
		if url := trust.AddressIn(line); url != "" && lex.ContainsAny(line, "File.write", "file_put_contents", "IO.copy_stream", "copy(", "getstore", "mirror(", "File.open") {
			for _, q := range []string{`"`, "'"} {
				fields := strings.Split(line, q)
				for i := 1; i < len(fields); i += 2 {
					if p := fields[i]; len(p) > 3 && r.allows(len(files)+1, mostAssigned, TooMuch, at) && strings.ContainsAny(p, "/.") && !strings.Contains(p, "://") {
						files = append(files, file{p, url})
					}
				}
			}
		}
	}
}
