// Command measure prints the table of docs/marketplace.md. It lints a generated marketplace with skilllint, with one
// process of this module, and with one and two workers and a separate Prism process. It requires Linux and 1 GB below DIR.
//
//	go run ./internal/measure DIR
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	sources := flag.String("sources", "2000", "archives of some 10 skills each")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *sources); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(parent, sources string) error {
	dir, err := os.MkdirTemp(parent, "measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	for _, arg := range [][]string{
		{"build", "-o", dir + "/beam", "."},
		{"build", "-o", dir + "/prism", "github.com/apache/beam/sdks/v2/go/cmd/prism"},
		{"build", "-C", "../..", "-o", dir + "/skilllint", "./cmd/skilllint"},
		{"run", "./internal/generate", "--sources", sources, "--hostile", dir + "/archives"},
		{"run", "./internal/generate", "--sources", sources, "--unpacked", dir + "/unpacked"},
	} {
		if out, err := exec.Command("go", arg...).CombinedOutput(); err != nil {
			return fmt.Errorf("go %v: %w\n%s", arg, err, out)
		}
	}
	archives, err := filepath.Glob(dir + "/archives/*")
	if err == nil {
		err = os.WriteFile(dir+"/sources.txt", []byte(strings.Join(archives, "\n")), 0o644)
	}
	if err != nil {
		return err
	}
	const endpoint = "localhost:8073"
	job := func(output string, arg ...string) []string {
		return append([]string{dir + "/beam", "--sources", dir + "/sources.txt", "--output", dir + "/" + output}, arg...)
	}
	fmt.Println("| run | wall time | CPU time | peak memory |\n|---|---|---|---|")
	return errors.Join(
		row("one `skilllint` process, unpacked, no comparison across sources", 0, false, dir+"/skilllint", "--fail-on", "never", dir+"/unpacked"),
		row("whole job, Prism embedded", 0, false, job("1")...),
		row("the same, all results reused", 0, false, job("2", "--previous", dir+"/1")...),
		row("Prism as a process, one worker with one core", 1, true, job("3", "--workers", "1", "--endpoint", endpoint)...),
		row("Prism as a process, two workers with one core each", 1, true, job("4", "--workers", "2", "--endpoint", endpoint)...))
}

// row runs a command and prints its time and the peak memory of its processes.
func row(name string, processors int, prism bool, arg ...string) error {
	total, peaks := time.Duration(0), ""
	var server *exec.Cmd
	if prism {
		server = exec.Command(filepath.Dir(arg[0])+"/prism", "--serve_http=false", "--log_level", "error")
		if err := server.Start(); err != nil {
			return err
		}
		for range 100 {
			if conn, err := net.Dial("tcp", "localhost:8073"); err == nil {
				conn.Close()
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	c := exec.Command(arg[0], arg[1:]...)
	if processors > 0 {
		c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(processors))
	}
	c.Stderr = os.Stderr
	start := time.Now()
	err := c.Start()
	if err == nil {
		memory := watch(c.Process.Pid)
		err = c.Wait()
		peaks = memory()
		total += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	wall := time.Since(start)
	if server != nil {
		memory := peak(server.Process.Pid)
		server.Process.Kill()
		server.Wait()
		total += server.ProcessState.UserTime() + server.ProcessState.SystemTime()
		peaks += fmt.Sprintf(", Prism %d MB", memory)
	}
	fmt.Printf("| %s | %.1f s | %.1f s | %s |\n", name, wall.Seconds(), total.Seconds(), peaks)
	return err
}

// watch reads the peak memory of a process and its children until the returned function is called.
func watch(pid int) func() string {
	peaks, order, done := map[int]int{}, []int{pid}, make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			children, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
			found := []int{pid}
			for _, name := range children {
				b, _ := os.ReadFile(name)
				for _, child := range strings.Fields(string(b)) {
					n, _ := strconv.Atoi(child)
					found = append(found, n)
				}
			}
			for _, n := range found {
				if _, ok := peaks[n]; !ok && n != pid {
					order = append(order, n)
				}
				peaks[n] = max(peaks[n], peak(n))
			}
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	return func() string {
		close(done)
		all.Wait()
		text := fmt.Sprintf("job %d MB", peaks[pid])
		for _, n := range order[1:] {
			text += fmt.Sprintf(", worker %d MB", peaks[n])
		}
		return text
	}
}

// peak returns the peak memory of a process in MB.
func peak(pid int) int {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(b)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			n, _ := strconv.Atoi(fields[1])
			return n / 1000
		}
	}
	return 0
}
