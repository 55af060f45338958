package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// TestMain runs the program if a test started the test binary.
func TestMain(m *testing.M) {
	if os.Getenv("BEAM_PROGRAM") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command returns a command that runs the program.
func command(t *testing.T, arg ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, arg...)
	c.Env = append(os.Environ(), "BEAM_PROGRAM=1")
	return c
}

// lint runs the program, which must succeed, and returns its counters.
func lint(t *testing.T, arg ...string) map[string]int {
	t.Helper()
	c := command(t, arg...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return counters(t, string(out))
}

func counters(t *testing.T, out string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		n, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil {
			t.Fatalf("unexpected output: %q", line)
		}
		counts[fields[0]] = n
	}
	return counts
}

// marketplace returns a directory with generated archives, and their paths.
func marketplace(t *testing.T, sources int) (string, []string) {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "run", "./internal/generate", "--sources", strconv.Itoa(sources), "--skills", "4", "--hostile", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	paths, err := filepath.Glob(dir + "/*")
	if err != nil || len(paths) != sources+hostileSources {
		t.Fatalf("%d sources, %v", len(paths), err)
	}
	return dir, paths
}

const hostileSources = 10

// content returns the content of each file below a directory.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		files[strings.TrimPrefix(name, dir)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func compareContent(t *testing.T, got, want string) {
	t.Helper()
	a, b := content(t, got), content(t, want)
	if len(a) < 10 {
		t.Errorf("%d files in %s, want at least 10", len(a), got)
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			t.Errorf("unexpected file %s", name)
		}
	}
	for name, want := range b {
		if a[name] != want {
			t.Errorf("%s differs", name)
		}
	}
}

// TestReadme runs the commands of "Try it" with another output directory.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## Try it\n")
	section, _, _ = strings.Cut(section, "\n## ")
	commands := ""
	for line := range strings.Lines(section) {
		if command, ok := strings.CutPrefix(line, "    "); ok {
			commands += strings.ReplaceAll(command, "/tmp/marketplace", t.TempDir())
		}
	}
	c := exec.Command("sh", "-e")
	c.Stdin = strings.NewReader(commands)
	c.Dir = "../.."
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, commands, stderr.String())
	}
	if counts := counters(t, string(out)); counts["sources"] != 2 || counts["failed"] != 0 || counts["skills"] < 5 || counts["errors"] == 0 {
		t.Errorf("%v", counts)
	}
}

// TestDeterministic checks that the output does not depend on the number of branches and processes, and that hostile
// archives only become dead letters.
func TestDeterministic(t *testing.T) {
	dir, paths := marketplace(t, 30)
	out := t.TempDir()
	counts := lint(t, append([]string{"--output", out + "/a", "--branches", "1", "--shards", "3", "--popular", "3"}, paths...)...)
	if counts["sources"] != 30 || counts["failed"] != hostileSources || counts["skills"] < 60 {
		t.Errorf("%v", counts)
	}
	lint(t, append([]string{"--output", out + "/b", "--branches", "5", "--workers", "2", "--shards", "3", "--popular", "3"}, paths...)...)
	compareContent(t, out+"/b", out+"/a")
	failed := rows[table.Failure](t, out+"/a", table.Failed, 3)
	for _, f := range failed {
		if !strings.HasPrefix(f.Source, "hostile-") || f.Error == "" {
			t.Errorf("%+v", f)
		}
	}
	if len(failed) != hostileSources {
		t.Errorf("%d dead letters, want %d", len(failed), hostileSources)
	}
	for _, name := range []string{"/tmp/escaped", filepath.Dir(filepath.Dir(dir)) + "/escaped"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an archive wrote %s", name)
		}
	}
}

// rows returns all rows of a table about all sources.
func rows[R any](t *testing.T, dir, name string, shards int) []R {
	t.Helper()
	var all []R
	for i := range shards {
		some, err := table.Read[R](context.Background(), table.Directory(dir), table.Shard(name, i, shards))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// TestIncremental checks that results of unchanged sources are reused, and that the output equals that of a new job.
func TestIncremental(t *testing.T) {
	dir, paths := marketplace(t, 12)
	out := t.TempDir()
	lint(t, append([]string{"--output", out + "/1"}, paths...)...)
	changed := filepath.Join(dir, "repository-00002.tar")
	if err := os.WriteFile(changed, archive(t, map[string]string{"skills/new/SKILL.md": skill("new", "Sorts mail by sender.", "text")}), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "repository-00005.tar")); err != nil {
		t.Fatal(err)
	}
	paths, _ = filepath.Glob(dir + "/*")
	counts := lint(t, append([]string{"--output", out + "/2", "--previous", out + "/1"}, paths...)...)
	if counts["sources"] != 11 || counts["reused"] != 10 {
		t.Errorf("%v, want 11 sources of which 10 are reused", counts)
	}
	lint(t, append([]string{"--output", out + "/new"}, paths...)...)
	compareContent(t, out+"/2", out+"/new")
	// The same output directory with other sources.
	if counts := lint(t, append([]string{"--output", out + "/1"}, paths...)...); counts["reused"] != 10 {
		t.Errorf("%v, want 10 reused", counts)
	}
	compareContent(t, out+"/1", out+"/new")
	if counts := lint(t, append([]string{"--output", out + "/3", "--previous", out + "/1", "--trust-config"}, paths...)...); counts["reused"] != 0 {
		t.Errorf("results with other options were reused: %v", counts)
	}
}

// TestKilledWorker kills one of two workers of a job with a separate Prism process. The output must equal that of a job
// without failures.
func TestKilledWorker(t *testing.T) {
	_, paths := marketplace(t, 150)
	out := t.TempDir()
	lint(t, append([]string{"--output", out + "/want"}, paths...)...)

	c := command(t, append([]string{"--output", out + "/got", "--workers", "2", "--endpoint", startPrism(t)}, paths...)...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	killed := killWorker(t, c.Process.Pid, out+"/got", 20)
	if err := c.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	counts := counters(t, stdout.String())
	if killed == 0 || !strings.Contains(stderr.String(), ": attempt 1 of 3 failed: signal: killed") {
		t.Errorf("no restart of a worker killed after %d sources: %v\n%s", killed, counts, stderr.String())
	}
	if counts["sources"] != 150 || counts["failed"] != hostileSources {
		t.Errorf("%v", counts)
	}
	compareContent(t, out+"/got", out+"/want")
}

// startPrism starts Beam's Prism runner in a separate process and returns the address of its job service.
func startPrism(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "prism")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/apache/beam/sdks/v2/go/cmd/prism").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	free, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	c := exec.Command(program, "--job_port", strconv.Itoa(port), "--serve_http=false", "--log_level", "error")
	c.Stderr = t.Output()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	address := fmt.Sprintf("localhost:%d", port)
	for range 200 {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return address
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("Prism does not accept connections")
	return ""
}

// killWorker kills a worker of a job when some sources are complete, and returns their number.
func killWorker(t *testing.T, job int, out string, sources int) int {
	t.Helper()
	for range 2_000 {
		complete, _ := filepath.Glob(out + "/sources/*/sources.parquet")
		workers, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", job, job))
		children := strings.Fields(string(workers))
		if err != nil || len(children) == 0 {
			children = childrenOf(job)
		}
		if len(complete) >= sources && len(children) > 0 {
			pid, _ := strconv.Atoi(children[len(children)-1])
			worker, err := os.FindProcess(pid)
			if err != nil || worker.Kill() != nil {
				t.Fatalf("cannot kill worker %d", pid)
			}
			return len(complete)
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("no sources are complete")
	return 0
}

// childrenOf returns the child processes of all threads of a process.
func childrenOf(job int) []string {
	var all []string
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", job))
	for _, name := range files {
		b, _ := os.ReadFile(name)
		all = append(all, strings.Fields(string(b))...)
	}
	return all
}

// TestAcross checks the tables about all sources.
func TestAcross(t *testing.T) {
	dir := t.TempDir()
	body := strings.Repeat("Prepare the release notes, tag the commit, build every artifact, sign checksums, upload archives, publish packages, "+
		"notify maintainers, update homebrew formula, verify provenance, rotate credentials, close milestone, archive branch.\n\n", 2) +
		"Before that run integration suites against staging clusters, compare latency dashboards, and record decisions in the changelog.\n"
	origin := skill("deploy-app", "Deploys the web application to production clusters with canary analysis and automatic rollback support.", body)
	plant := map[string]map[string]string{
		"drifted":   {"skills/deploy-app/SKILL.md": strings.Replace(origin, "rotate credentials", "rotate keys", 1)},
		"unrelated": {"skills/deploy-app/SKILL.md": skill("deploy-app", "Sends mail.", "Write a letter to each customer, and put stamps on them. "+strings.Repeat("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omikron pi rho sigma tau upsilon phi chi psi omega one two three four five six seven eight nine ten eleven twelve ", 2))},
		"impostor":  {"skills/deploy-ap/SKILL.md": skill("deploy-ap", "Deploys the web application to production clusters with canary analysis and automatic rollback.", "Nothing.")},
		"renamed":   {"skills/ship/SKILL.md": skill("ship", "Does it.", body)},
	}
	for i := range 10 {
		plant[fmt.Sprintf("copy-%d", i)] = map[string]string{"skills/deploy-app/SKILL.md": origin}
	}
	var paths []string
	for name, files := range plant {
		path := filepath.Join(dir, name+".tar")
		if err := os.WriteFile(path, archive(t, files), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	out := t.TempDir()
	lint(t, append([]string{"--output", out}, paths...)...)
	id := func(name string) string { return source.ID(filepath.Join(dir, name+".tar")) }

	relations := map[string]string{}
	for _, n := range rows[table.Name](t, out, table.Names, 1) {
		relations[n.Source] = fmt.Sprintf("%s %s %d", n.Name, n.Relation, n.Sources)
	}
	for source, want := range map[string]string{id("copy-0"): "deploy-app origin 10", id("drifted"): "deploy-app drifted 1", id("unrelated"): "deploy-app unrelated 1"} {
		if relations[source] != want {
			t.Errorf("%s: %q, want %q", source, relations[source], want)
		}
	}
	similar := map[string]bool{}
	for _, p := range rows[table.Pair](t, out, table.Similar, 1) {
		similar[p.Part+" "+p.Source+" "+p.Other] = true
	}
	for _, want := range []string{"description " + id("impostor") + " " + id("copy-0"), "body " + id("renamed") + " " + id("copy-0")} {
		if !similar[want] {
			t.Errorf("%q is missing in %v", want, similar)
		}
	}
	got := rows[table.Lookalike](t, out, table.Lookalikes, 1)
	if len(got) != 1 || got[0].Name != "deploy-ap" || got[0].Other != "deploy-app" || got[0].OtherSources != 12 || got[0].Source != id("impostor") {
		t.Errorf("%+v", got)
	}
}

func skill(name, description, body string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\n# " + name + "\n\n" + body
}

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestUsage(t *testing.T) {
	list := func(line string) string {
		name := filepath.Join(t.TempDir(), "sources.txt")
		if err := os.WriteFile(name, []byte(line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for _, arg := range [][]string{
		{"--output", t.TempDir(), "--sources", list("/etc")}, {"--output", t.TempDir(), "--sources", list("../other")}, {"--output", t.TempDir(), "--sources", list("s3://other/a.zip")},
		{"--output", t.TempDir(), "--sources", list("s3://other/a.zip"), "--allow", "gs,file"},
		{}, {"--output", t.TempDir()}, {"--output", t.TempDir(), "--shards", "0", "x"}, {"--output", "x", "--previous", "x", "y"}} {
		c := command(t, arg...)
		out, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 2 || !strings.HasPrefix(string(out), "beam: ") {
			t.Errorf("%v: %v\n%s", arg, err, out)
		}
	}
}
