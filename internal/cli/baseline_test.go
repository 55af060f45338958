package cli

import "testing"

// TestBaselinePage runs the commands of the page about baselines, which has the format of configurationPage. The files of its
// sections are in testdata/baseline.
func TestBaselinePage(t *testing.T) { runPage(t, "../../docs/baseline.md", "baseline") }
