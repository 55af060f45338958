// Package runner submits a pipeline to a job service, with several worker processes if requested.
package runner

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
)

// Run runs a pipeline with worker processes on this machine. Beam's job services start one worker for each environment
// of a pipeline, so each worker is an environment, and branches are distributed among them. Transforms without a branch
// run in the first.
func Run(ctx context.Context, p *beam.Pipeline, endpoint string, workers []*Worker, branches []string) (beam.PipelineResult, error) {
	edges, _, err := p.Build()
	if err != nil {
		return nil, err
	}
	first, err := environment(ctx, workers[0])
	if err != nil {
		return nil, err
	}
	pipeline, err := graphx.Marshal(edges, &graphx.Options{Environment: first})
	if err != nil {
		return nil, err
	}
	for i, w := range workers[1:] {
		env, err := environment(ctx, w)
		if err != nil {
			return nil, err
		}
		env.Dependencies = nil // the program is running already
		pipeline.Components.Environments[fmt.Sprintf("worker-%d", i+1)] = env
	}
	assign(pipeline, len(workers), branches)
	return runnerlib.Execute(ctx, pipeline, endpoint, &runnerlib.JobOptions{Name: jobopts.GetJobName(), Experiments: jobopts.GetExperiments(), Loopback: true}, false)
}

func environment(ctx context.Context, w *Worker) (*pipepb.Environment, error) {
	return graphx.CreateEnvironment(ctx, graphx.URNEnvExternal, func(context.Context) string { return w.Address })
}

// assign sets the environment of each branch's transforms.
func assign(p *pipepb.Pipeline, workers int, branches []string) {
	for _, t := range p.Components.Transforms {
		if t.EnvironmentId == "" {
			continue
		}
		for i, branch := range branches {
			if n := i % workers; n > 0 && strings.HasPrefix(t.UniqueName, branch+"/") {
				t.EnvironmentId = fmt.Sprintf("worker-%d", n)
			}
		}
	}
}
