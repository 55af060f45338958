package cli

import "testing"

// TestBaselinePage runs the page about baselines. It has the form of the configuration page, with its trees
// in testdata/baseline.
func TestBaselinePage(t *testing.T) { runPage(t, "../../docs/baseline.md", "baseline") }
