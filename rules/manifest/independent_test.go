package manifest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// realManifests matches real manifests, next to the checkout on some machines.
const realManifests = "../../../shared/corpus/*/.cleo/agent-outputs/MANIFEST.jsonl"

// realLines returns lines of published manifests, and some lines in the form of the protocol.
func realLines(t *testing.T) []string {
	t.Helper()
	paths, _ := filepath.Glob(realManifests)
	if len(paths) == 0 {
		t.Skipf("%s: not found next to this checkout", realManifests)
	}
	lines := []string{
		`{"id":"T2402-protocol","file":"T2402-protocol.md","title":"Grüße, 世界 \u00e9 \ud83d\ude00 \"x\" \\ \/","date":"2026-01-26","status":"complete","agent_type":"research","topics":[],"key_findings":["One","Two","Three"],"actionable":true,"needs_followup":[],"linked_tasks":["T2392","T2402"]}`,
		`{"id":"T1-a","audit":{"depth":1,"score":-1.5e3,"ok":false,"none":null,"in":[[],{}]}}`,
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// isEntry reports whether a line is an entry according to encoding/json: one object in UTF-8, without duplicate keys,
// unpaired surrogates and preceding text.
func isEntry(line string) bool {
	if !utf8.ValidString(line) || !json.Valid([]byte(line)) {
		return false
	}
	line = strings.Trim(line, " \t\r")
	return line[0] == '{' && uniqueKeys(json.NewDecoder(strings.NewReader(line))) && wholePairs(line)
}

// uniqueKeys reads a value and reports whether its objects have no duplicate keys.
func uniqueKeys(d *json.Decoder) bool {
	token, err := d.Token()
	if err != nil {
		return false
	}
	open, ok := token.(json.Delim)
	if !ok {
		return true
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			key, _ := d.Token()
			if seen[key.(string)] {
				return false
			}
			seen[key.(string)] = true
		}
		if !uniqueKeys(d) {
			return false
		}
	}
	_, err = d.Token()
	return err == nil
}

// wholePairs reports whether a valid text has no unpaired surrogates. encoding/json replaces these by U+FFFD, and nothing
// else here.
func wholePairs(line string) bool {
	rest := strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), "\uFFFD", "")
	for {
		_, tail, found := strings.Cut(rest, `\u`)
		if !found {
			return true
		}
		var one string
		if json.Unmarshal([]byte(`"\u`+tail[:4]+`"`), &one); one == "\uFFFD" && !strings.EqualFold(tail[:4], "fffd") {
			if len(tail) < 10 || tail[4:6] != `\u` {
				return false
			}
			if json.Unmarshal([]byte(`"\u`+tail[:10]+`"`), &one); utf8.RuneCountInString(one) != 1 || one == "\uFFFD" {
				return false
			}
			tail = tail[10:]
		}
		rest = tail
	}
}

// mutate makes a random change to a line, such as people, editors and crashes cause.
func mutate(random *rand.Rand, lines []string) string {
	line := lines[random.Intn(len(lines))]
	at := random.Intn(len(line))
	to := min(len(line), at+1+random.Intn(12))
	insert := func(text string) string { return line[:at] + text + line[at:] }
	any := func(from ...string) string { return from[random.Intn(len(from))] }
	switch random.Intn(14) {
	case 0:
		return line[:at] + line[at+1:]
	case 1:
		return line[:at] + line[to:]
	case 2:
		return line[:at]
	case 3:
		return line[at:]
	case 4:
		return insert(any(`"`, `,`, `:`, `{`, `}`, `[`, `]`, `\`, `'`, " ", "\t", "0", "-", ".", "e", "\x00", "\x1f", "\x7f"))
	case 5:
		return insert(any(`\ud800`, `\udc00`, `\ud83d\ude00`, `\u00e9`, `\u12`, `\x41`, `\'`, `\u0000`, `\ud800\ud800`, `\uFFFD`))
	case 6:
		return insert(any("\xff", "\xc3", "\xed\xa0\x80", "\u00a0", "\u2028", "\ufeff", "é", "\u201c", "\xf0\x9f"))
	case 7:
		return line[:len(line)-1] + any(`,}`, `]`, `,"id":"x"}`, `,"x":NaN}`, `,"x":Infinity}`, `,"x":01}`, `,"x":+1}`, `,"x":.5}`, `,"x":1.}`, `,"x":True}`, `,"x":undefined}`, `,"x":0x1F}`, `,x:1}`, `,'x':1}`, `,"x":1,}`, `,"x"}`, `,"x":}`, `,,"x":1}`, `,"a":{"b":1,"b":2}}`, `,"a":{"b":1},"b":2}`)
	case 8:
		return line + any(line, " "+line, ","+line, ",", ";", "}", " ", "\t", "x", "//", " # x", "/* x */")
	case 9:
		return any("\ufeff", "[", ",", "//", "# ", "- ", "x", " ", "\t", "data: ", "null", "\"", "1 ") + line
	case 10:
		return "[" + line + any("]", "", "],")
	case 11:
		return line[:at] + line[at:to] + line[at:]
	case 12:
		return strings.Replace(line, `"`, any("'", "\u201c", "`", ""), 1+random.Intn(3))
	}
	return any("", "<<<<<<< HEAD", "=======", ">>>>>>> x", "null", "{}", "[]", "[{}]", `""`, "1", "{}{}", "{},", "{", "}", `{"a":{}}`) + any("", " ")
}

// mutations returns lines with one or two changes.
func mutations(random *rand.Rand, lines []string, n int) []string {
	var out []string
	for len(out) < n {
		line := mutate(random, lines)
		if random.Intn(4) == 0 && line != "" {
			line = mutate(random, []string{line})
		}
		if !strings.ContainsAny(line, "\n") && strings.Trim(line, " \t\r") != "" {
			out = append(out, line)
		}
	}
	return out
}

// TestIndependentParser compares which lines are entries with encoding/json.
func TestIndependentParser(t *testing.T) {
	lines := realLines(t)
	random := rand.New(rand.NewSource(4))
	all := append(lines[:len(lines):len(lines)], mutations(random, lines, 3000)...)
	invalid := 0
	for _, line := range all {
		found, _ := read(t, []byte(line+"\n"))
		if want := isEntry(line); want != (len(found) == 0) {
			t.Errorf("%q: entry according to encoding/json: %v; findings: %v", line, want, messages(found))
		}
		if len(found) > 0 {
			invalid++
		}
	}
	for _, line := range lines {
		if !isEntry(line) {
			t.Errorf("real line is not an entry: %.80q", line)
		}
	}
	t.Logf("%d lines, %d invalid", len(all), invalid)
	if invalid < 1000 || invalid > len(all)-300 {
		t.Errorf("%d of %d lines are invalid; the comparison needs a better mix", invalid, len(all))
	}
}

// TestNextLine checks that a problem is reported on its line, and that the next line is parsed.
func TestNextLine(t *testing.T) {
	lines := realLines(t)
	random := rand.New(rand.NewSource(5))
	const before, after = `{"id":"T1-before","file":"a.md"}`, `{"id":"T9-after","file":"b.md","file":"c.md"}`
	for _, line := range mutations(random, lines, 1500) {
		found, _ := read(t, []byte(before+"\n"+line+"\n"+after+"\n"))
		seen := false
		for _, d := range found {
			start, end := d.Location.Start.Line, d.Location.End.Line
			switch {
			case start == 3 && end == 3 && strings.HasPrefix(d.Message, `duplicate key "file"`):
				seen = true
			case start != 2 || end != 2:
				t.Errorf("%q: lines %d to %d: %s", line, start, end, d.Message)
			}
		}
		if !seen {
			t.Errorf("%q: the next line was not parsed: %v", line, messages(found))
		}
	}
}

// TestPython compares which lines are entries with Python, if it is installed.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	lines := realLines(t)
	all := append(lines[:len(lines):len(lines)], mutations(rand.New(rand.NewSource(6)), lines, 1500)...)
	const program = `
import base64, json, sys
def refuse(what): raise ValueError(what)
def once(pairs):
    keys = [k for k, _ in pairs]
    if len(keys) != len(set(keys)): raise ValueError("twice")
    return dict(pairs)
for line in sys.stdin:
    try:
        text = base64.b64decode(line).decode("utf-8")
        value = json.loads(text, object_pairs_hook=once, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        print(int(isinstance(value, dict)))
    except (ValueError, RecursionError):
        print(0)
`
	var in bytes.Buffer
	for _, line := range all {
		fmt.Fprintln(&in, base64.StdEncoding.EncodeToString([]byte(line)))
	}
	cmd := exec.Command(python, "-c", program)
	cmd.Stdin = &in
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	for _, line := range all {
		if !answers.Scan() {
			t.Fatal("python3 stopped: ", answers.Err())
		}
		found, _ := read(t, []byte(line+"\n"))
		if (answers.Text() == "1") != (len(found) == 0) {
			t.Errorf("%q: python3: %s; findings: %v", line, answers.Text(), messages(found))
		}
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

func messages(found []analysis.Diagnostic) []string {
	var out []string
	for _, d := range found {
		out = append(out, d.Message)
	}
	return out
}
