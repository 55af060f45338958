//go:build unix

package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/driver"
)

// BenchmarkChange changes open skills of a generated workspace in turn and waits for the diagnostics of each change. The case
// "end" appends a line, which moves no positions; "start" adds one before the text, which moves all of them.
//
//	go test ./internal/lsp -run '^$' -bench 'Change/1000' -benchtime 200x
func BenchmarkChange(b *testing.B) {
	for _, skills := range []string{"1000", "10000"} {
		for _, at := range []string{"end", "start"} {
			b.Run(skills+"/"+at, func(b *testing.B) { benchmarkChange(b, skills, at == "end") })
		}
	}
}

func benchmarkChange(b *testing.B, skills string, atEnd bool) {
	none := func(string) string { return "" }
	driver.TuneMemory(none) // as the command does
	driver.TuneLive(none)
	dir := generateTree(b, skills)
	files, err := filepath.Glob(filepath.Join(dir, "skills", "*", "SKILL.md"))
	if err != nil || len(files) == 0 {
		b.Fatal("no skills: ", err)
	}
	c := start(b, dir, `{"general":{"positionEncodings":["utf-16"]}}`)
	texts := map[string]string{}
	const open = 20
	for i := range open {
		file := files[i*37%len(files)]
		content, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		name, _ := filepath.Rel(dir, file)
		texts[name] = string(content)
		c.open(b, name, 0, string(content))
		c.until(b, name, version(0))
	}
	names := make([]string, 0, open)
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	time.Sleep(time.Second)
	var cpu time.Duration
	var waits []time.Duration
	n := 0
	for b.Loop() {
		n++
		name := names[n%len(names)]
		line := fmt.Sprintf("It was changed %d times.\n", n)
		next := texts[name] + line
		if !atEnd {
			next = strings.Replace(texts[name], "\n# ", strings.Repeat("\n", 1+n%3)+line+"\n# ", 1)
		}
		before, start := cpuTime(b), time.Now()
		c.change(b, name, n, next)
		c.until(b, name, version(int32(n)))
		waits = append(waits, time.Since(start))
		time.Sleep(30 * time.Millisecond) // for garbage collection
		cpu += cpuTime(b) - before
	}
	slices.Sort(waits)
	ms := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
	b.ReportMetric(ms(cpu)/float64(len(waits)), "cpu-ms/change")
	b.ReportMetric(ms(waits[len(waits)/2]), "p50-ms")
	b.ReportMetric(ms(waits[len(waits)*95/100]), "p95-ms")
}

// cpuTime returns the CPU time of this process, which includes the client.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// generateTree creates a workspace and returns its directory.
func generateTree(tb testing.TB, skills string) string {
	tb.Helper()
	generator := filepath.Join("..", "..", "..", "shared", "tools", "gentree")
	if _, err := os.Stat(generator); err != nil {
		tb.Skip("tree generator not found: ", generator)
	}
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	dir = filepath.Join(dir, "tree")
	generate := exec.Command("go", "run", ".", "-n", skills, "-faults", "0.2", "-o", dir)
	generate.Dir = generator
	if out, err := generate.CombinedOutput(); err != nil {
		tb.Fatalf("gentree: %v\n%s", err, out)
	}
	return dir
}
