package cli

import "testing"

// TestSuppressionsPage runs what the page about suppressions shows. It has the form of the
// configuration's; the trees of its sections stand in testdata/suppressions.
func TestSuppressionsPage(t *testing.T) { runPage(t, "../../docs/suppressions.md", "suppressions") }
