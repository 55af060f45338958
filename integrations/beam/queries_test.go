package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestQueries runs the queries of docs/marketplace.md in DuckDB, which npm has installed in SKILLLINT_DUCKDB.
func TestQueries(t *testing.T) {
	prefix := os.Getenv("SKILLLINT_DUCKDB")
	if prefix == "" {
		t.Skip("SKILLLINT_DUCKDB is not set")
	}
	page, err := os.ReadFile("../../docs/marketplace.md")
	if err != nil {
		t.Fatal(err)
	}
	var queries []string
	for _, m := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		queries = append(queries, m[1])
	}
	if len(queries) < 5 {
		t.Fatalf("%d queries, want at least 5", len(queries))
	}
	_, paths := marketplace(t, 200)
	out := t.TempDir()
	lint(t, append([]string{"--output", out, "--popular", "3"}, paths...)...)
	input, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", "testdata/queries.mjs", prefix, out)
	c.Stdin = bytes.NewReader(input)
	printed, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	counts := strings.Fields(string(printed))
	if len(counts) != len(queries) {
		t.Fatalf("%q", printed)
	}
	for i, query := range queries {
		n, err := strconv.Atoi(counts[i])
		if err != nil || n == 0 && !strings.Contains(query, "lookalikes") {
			t.Errorf("%s rows of\n%s", counts[i], query)
		}
	}
}
