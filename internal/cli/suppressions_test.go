package cli

import "testing"

// TestSuppressionsPage runs the commands of the page about suppressions, which has the format of configurationPage. The files
// of its sections are in testdata/suppressions.
func TestSuppressionsPage(t *testing.T) { runPage(t, "../../docs/suppressions.md", "suppressions") }
