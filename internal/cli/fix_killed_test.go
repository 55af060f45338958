//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFixKilled kills the program during --fix on a manifest. The file must then have its complete old or new content.
func TestFixKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	const entry = `{"id":"T1-a","n":1}`
	old := []byte(strings.Repeat(entry+"\n", 20_000) + entry + entry + "\n{\n  \"id\": \"T2-b\"\n}\n" + entry) // two entries on one line, one over several lines, no final newline
	dir := t.TempDir()
	name := filepath.Join(dir, "MANIFEST.jsonl")
	begin := func() *exec.Cmd {
		if err := os.WriteFile(name, old, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "fix", "--select", "manifest/line", "--fail-on", "never")
		cmd.Args[0], cmd.Dir = "skilllint", dir // with this name, the test binary runs as the program
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	started := time.Now()
	if err := begin().Wait(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(started)
	whole := readFile(t, name)
	if lines := bytes.Count(whole, []byte("\n")); lines != 20_004 || !bytes.HasSuffix(whole, []byte("{\"id\": \"T2-b\"}\n"+entry+"\n")) {
		t.Fatalf("%d lines, the last: %s", lines, whole[len(whole)-80:])
	}
	const rounds = 24
	seen := map[bool]int{}
	for round := range rounds {
		cmd := begin()
		time.Sleep(took * time.Duration(round) / rounds)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		got := readFile(t, name)
		isNew := bytes.Equal(got, whole)
		if !isNew && !bytes.Equal(got, old) {
			t.Fatalf("killed after %d of %d: content (%d bytes) is neither the old nor the new one", round, rounds, len(got))
		}
		seen[isNew]++
	}
	if seen[false] == 0 {
		t.Error("every process finished before it was killed")
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
