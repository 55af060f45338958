package main

import (
	"context"
	"fmt"
	"os"

	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// unseenCases returns n cases for a seed, a third of them from real skills if there is a corpus.
func unseenCases(seed uint64, n int) ([]conformance.Header, error) {
	if _, err := os.Stat(corpus); err != nil {
		return conformance.MadeHeaders("unseen", seed, n), nil
	}
	real, err := conformance.RealHeaders(os.DirFS(corpus))
	return append(conformance.MadeHeaders("unseen", seed, n-n/3), conformance.MutatedHeaders(real, "unseen-slips", seed+1, n/3)...), err
}

// probe reports where the models differ from the clients. It returns an error if a model agrees in less than 99.5 %
// of the cases.
func (in *session) probe(ctx context.Context, cases []conformance.Header) error {
	worst := 1.0
	for _, a := range in.asked {
		model := loader.Lookup(a.ID)
		if model == nil {
			fmt.Fprintf(in.out, "%s: no model\n", a.ID)
			continue
		}
		answers, err := in.askAll(ctx, a, cases)
		if err != nil {
			return err
		}
		var score conformance.Score
		files := map[string]conformance.Header{}
		for _, c := range cases {
			files[c.ID] = c
			score.Add(c.ID, conformance.Modelled(model, c), answers[c.ID])
		}
		for _, d := range score.Differences {
			c := files[d.ID]
			fmt.Fprintf(in.out, "%s %s %s in %q %v\n  file   %.1500q\n  model  %v\n  client %v\n", a.ID, d.ID, d.What, c.Directory, c.Slips, c.File, d.A, d.B)
		}
		fmt.Fprintf(in.out, "%s: agreement: %v\n", a.ID, &score)
		worst = min(worst, score.Least())
	}
	if worst < 0.995 {
		return differences(fmt.Sprintf("a model agrees with its client in only %.2f %% of the cases", 100*worst))
	}
	return nil
}
