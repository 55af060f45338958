//go:build unix

package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/rules"
)

// BenchmarkWatch saves skills of a generated tree in turn and waits each time until --watch has linted. It reports the CPU time
// per save, including garbage collection, and percentiles of the time until the report, which are meaningful on idle machines
// only. The case "end" appends a line, which moves no positions; "front" adds one before the text, which moves all of them.
//
//	go test ./internal/cli -run '^$' -bench 'Watch/^1000$' -benchtime 100x
func BenchmarkWatch(b *testing.B) {
	end := func(text string, n int) string { return fmt.Sprintf("%s\nIt was saved %d times.\n", text, n) }
	front := func(text string, n int) string {
		return strings.Replace(text, "\n# ", fmt.Sprintf("\nIt was saved %d times.\n\n# ", n), 1)
	}
	for _, skills := range []string{"1000", "10000"} {
		b.Run(skills+"/end", func(b *testing.B) { benchmarkWatch(b, skills, end) })
		b.Run(skills+"/front", func(b *testing.B) { benchmarkWatch(b, skills, front) })
	}
}

func benchmarkWatch(b *testing.B, skills string, edit func(text string, n int) string) {
	generator := filepath.Join("..", "..", "..", "shared", "tools", "gentree")
	if _, err := os.Stat(generator); err != nil {
		b.Skip("tree generator not found: ", generator)
	}
	dir := filepath.Join(b.TempDir(), "tree")
	generate := exec.Command("go", "run", ".", "-n", skills, "-faults", "0.2", "-o", dir)
	generate.Dir = generator
	if out, err := generate.CombinedOutput(); err != nil {
		b.Fatalf("gentree: %v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "skills", "*", "SKILL.md"))
	if err != nil || len(files) == 0 {
		b.Fatal("no skills: ", err)
	}
	reported := startBench(b, dir)
	<-reported
	time.Sleep(time.Second) // until the garbage of the first run is collected
	var cpu time.Duration
	var waits []time.Duration
	for n := 0; b.Loop(); n++ {
		file := files[n*37%len(files)]
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		before, start := cpuTime(b), time.Now()
		if err := os.WriteFile(file, []byte(edit(string(text), n)), 0o644); err != nil {
			b.Fatal(err)
		}
		<-reported
		waits = append(waits, time.Since(start))
		time.Sleep(50 * time.Millisecond) // for garbage collection
		cpu += cpuTime(b) - before
	}
	slices.Sort(waits)
	ms := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
	b.ReportMetric(ms(cpu)/float64(len(waits)), "cpu-ms/save")
	b.ReportMetric(ms(waits[len(waits)/2]), "p50-ms")
	b.ReportMetric(ms(waits[len(waits)*95/100]), "p95-ms")
}

// startBench watches a tree. The channel gets a value after each run.
func startBench(b *testing.B, dir string) <-chan bool {
	ctx, cancel := context.WithCancel(b.Context())
	read, write, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	p := newProgram(rules.All())
	p.Out, p.Err = bufio.NewWriter(out), write
	ended := make(chan int, 1)
	go func() { ended <- p.run(ctx, []string{"--watch", dir}) }()
	reported := make(chan bool)
	go func() {
		for lines := bufio.NewScanner(read); lines.Scan(); {
			if strings.Contains(lines.Text(), "checked in") {
				reported <- true
			}
		}
	}()
	b.Cleanup(func() {
		cancel()
		<-ended
		write.Close()
		out.Close()
	})
	return reported
}

// cpuTime returns the CPU time of this process.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
