package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// TestS3 runs a job twice with sources and tables on an S3 server. The second job reuses the results of the first one.
func TestS3(t *testing.T) {
	server := httptest.NewServer(gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server())
	defer server.Close()
	for name, value := range map[string]string{"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x",
		"AWS_REGION": "us-east-1", "AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull} {
		t.Setenv(name, value)
	}
	ctx, bucket := t.Context(), table.Directory("s3://bucket")
	_, paths := marketplace(t, 4)
	var uris []string
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err == nil {
			err = bucket.WriteFile(ctx, "in/"+filepath.Base(path), content)
		}
		if err != nil {
			t.Fatal(err)
		}
		uris = append(uris, string(bucket)+"/in/"+filepath.Base(path))
	}
	if err := bucket.WriteFile(ctx, "sources.txt", []byte(strings.Join(uris, "\n"))); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for i, reused := range []int{0, 4} {
		counts := lint(t, "--sources", string(bucket)+"/sources.txt", "--output", string(bucket)+"/out")
		if counts["sources"] != 4 || counts["failed"] != hostileSources || counts["reused"] != reused {
			t.Errorf("job %d: %v", i, counts)
		}
	}
	lint(t, append([]string{"--output", out}, uris...)...)
	for name, want := range content(t, out) {
		got, err := bucket.ReadFile(ctx, "out"+filepath.ToSlash(name))
		if err != nil || !bytes.Equal(got, []byte(want)) {
			t.Errorf("%s differs from the file on disk: %v", name, err)
		}
	}
	if _, err := source.Read(ctx, string(bucket)+"/in/missing.zip"); err == nil {
		t.Error("no error for a missing source")
	}
}
