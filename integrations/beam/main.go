// Command beam lints the skills of many sources as an Apache Beam pipeline.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/skilllint/skilllint/integrations/beam/internal/market"
	"github.com/skilllint/skilllint/integrations/beam/internal/pipeline"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
	"github.com/skilllint/skilllint/internal/driver"
)

const usage = `usage: beam --output DIR [flags] SOURCE…
       beam --output DIR --sources FILE [flags]

Lints each source (a directory, a tar or zip archive, a git bundle), and compares the skills of all.
Flags of Apache Beam, such as --runner and --endpoint, follow these:

`

// job is what the command line specifies.
type job struct {
	pipeline.Options
	workers, attempts int
	allow             string // schemes, separated by commas
	verbose           bool
}

func main() {
	var (
		j        = job{}
		output   = flag.String("output", "", "directory of the tables")
		previous = flag.String("previous", "", "an earlier output, whose results of unchanged sources are reused")
		sources  = flag.String("sources", "", "file with the path or URI of a source in each line")
	)
	flag.StringVar(&j.allow, "allow", "", "schemes of sources that --sources may name outside of its directory: file, s3, gs")
	flag.BoolVar(&j.Trust, "trust-config", false, "apply the configuration, ignore files and suppression comments of sources")
	flag.IntVar(&j.Branches, "branches", 0, "parts of the sources that are linted in parallel (default: processors, or 1 with another runner)")
	flag.IntVar(&j.Shards, "shards", 1, "files of each table about all sources")
	flag.Int64Var(&j.Popular, "popular", 10, "report names one edit away from those that this number of sources use")
	flag.IntVar(&j.workers, "workers", 0, "processes that lint on this machine, each with a job of its own (default: this process)")
	flag.IntVar(&j.Part, "part", 0, "for the processes of --workers: the part of the sources to lint")
	flag.IntVar(&j.Parts, "parts", 0, "for the processes of --workers: the number of parts")
	flag.IntVar(&j.attempts, "attempts", 3, "how often to run a job that fails; complete sources are not linted again")
	flag.BoolVar(&j.verbose, "verbose", false, "print Beam's log")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	driver.TuneMemory(os.Getenv)
	if !j.verbose {
		beamlog.LogLevel = "error"
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	beam.Init() // does not return in a worker that a runner started
	j.Output, j.Previous = table.Directory(*output), table.Directory(*previous)
	err := run(ctx, &j, *sources)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "beam:", brief(err))
	if errors.As(err, new(usageError)) {
		os.Exit(2)
	}
	os.Exit(1)
}

// brief returns an error without the stacks that Beam adds.
func brief(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\nFull error:")
	text, _, _ = strings.Cut(text, "goroutine ")
	return strings.TrimSpace(text)
}

// A usageError is an error of the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

func run(ctx context.Context, j *job, sources string) error {
	switch {
	case j.Output == "":
		return usageError("--output is required")
	case j.Output == j.Previous:
		return usageError("--previous must be another directory than --output; results in --output are always reused")
	case sources == "" && flag.NArg() == 0:
		return usageError("no sources: pass their paths, or a list with --sources")
	case sources != "" && flag.NArg() > 0:
		return usageError("pass either sources or --sources")
	case j.Shards < 1 || j.attempts < 1 || j.Popular < 2 || j.workers < 0 || j.Branches < 0:
		return usageError("--shards and --attempts must be at least 1, and --popular at least 2")
	}
	if j.Branches == 0 {
		j.Branches = 1
		if isLocal() {
			j.Branches = runtime.GOMAXPROCS(0)
		}
	}
	j.Program = market.Program(j.Trust)
	if j.List = strings.TrimRight(string(j.Output), "/") + "/" + listName; j.Parts > 0 {
		_, err := j.attempt(ctx)
		return err
	}
	if err := prepare(ctx, j, sources, flag.Args()); err != nil {
		return err
	}
	if j.workers > 0 {
		if err := j.lintParts(ctx); err != nil {
			return err
		}
		j.Linted = true
	}
	return j.run(ctx, os.Stdout)
}

// isLocal reports whether Prism runs the job on this machine.
func isLocal() bool {
	r := *runners.Runner
	return r == "" || r == "prism" || r == "PrismRunner"
}

// run runs the job until it succeeds, and prints a summary.
func (j *job) run(ctx context.Context, out io.Writer) error {
	for attempt := 1; ; attempt++ {
		result, err := j.attempt(ctx)
		if err == nil {
			return j.finish(ctx, out, result)
		}
		if attempt == j.attempts || ctx.Err() != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "beam: attempt %d of %d failed: %s\n", attempt, j.attempts, brief(err))
	}
}

func (j *job) attempt(ctx context.Context) (beam.PipelineResult, error) {
	p, s := beam.NewPipelineWithRoot()
	pipeline.Build(s, j.Options)
	name := *runners.Runner
	if name == "" {
		name = "prism"
	}
	if isLocal() && *jobopts.EnvironmentType == "" {
		*jobopts.EnvironmentType = "loopback"
	}
	return beam.Run(ctx, name, p)
}

// lintParts lints the sources in several processes. A process that fails is started again, and skips complete sources. The
// job that compares all sources lints the remaining ones.
func (j *job) lintParts(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	for part := range j.workers {
		all.Go(func() {
			for attempt := 1; attempt <= j.attempts && ctx.Err() == nil; attempt++ {
				c := exec.CommandContext(ctx, self, append([]string{fmt.Sprintf("--part=%d", part), fmt.Sprintf("--parts=%d", j.workers)}, os.Args[1:]...)...)
				c.Stderr = os.Stderr
				err := c.Run()
				if err == nil {
					return
				}
				fmt.Fprintf(os.Stderr, "beam: worker %d: attempt %d of %d failed: %v\n", part, attempt, j.attempts, err)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}
