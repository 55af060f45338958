package cli

import "testing"

// TestSuppressionsPage runs the page about suppressions. It has the form of the configuration page, with its
// trees in testdata/suppressions.
func TestSuppressionsPage(t *testing.T) { runPage(t, "../../docs/suppressions.md", "suppressions") }
