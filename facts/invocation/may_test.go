package invocation

import "testing"

func TestMayRun(t *testing.T) {
	for _, text := range []string{"a.py", "x.sh b", "a.js", "a.mjs", "a.cjs", "a.ts", "a.rb", "a.ps1", "a.pl", "a.go", "scripts/", "bin/x", "./x", "${D}/x", "npm run x", "npm test", "make x", "just x", "python -m a", "python3 -m a"} {
		if !mayRun([]byte(text)) || !mayRun([]byte("Run: "+text)) {
			t.Errorf("mayRun(%q) = false", text)
		}
	}
	for _, text := range []string{"", ".", "/", " ", "a.", "a.p", "a.m", "make", "npm install", "script/x", "b/n/", "-m x", "python -mx", "a. py"} {
		if mayRun([]byte(text)) {
			t.Errorf("mayRun(%q) = true", text)
		}
	}
}
