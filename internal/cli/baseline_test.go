package cli

import "testing"

// TestBaselinePage runs what the page about baselines shows. It has the form of the configuration's; the
// trees of its sections stand in testdata/baseline.
func TestBaselinePage(t *testing.T) { runPage(t, "../../docs/baseline.md", "baseline") }
