package cli

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/facts/graph"
)

// rendered opens a page in Chromium and returns what its script made of it.
func rendered(t *testing.T, page string) string {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" || testing.Short() {
		t.Skip("Chromium is not installed, or -short is set, so the page is not looked at in a browser")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--window-size=1400,900", "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom", "file://"+file)
	var said strings.Builder
	cmd.Stderr = &said
	dom, err := cmd.Output()
	if err != nil {
		t.Skipf("Chromium did not run: %v\n%s", err, said.String())
	}
	for _, line := range strings.Split(said.String(), "\n") {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the page complains: %s", line)
		}
	}
	return string(dom)
}

var drawnNode = regexp.MustCompile(`<g class="n [^"]*" transform="translate\(([-0-9.e]+) ([-0-9.e]+)\)"><rect width="([0-9.]+)" height="([0-9.]+)"`)

// TestGraphPage looks at pages in a browser: each node is drawn, no two overlap, no arrow is lost, and
// nothing that strangers wrote is more than text.
func TestGraphPage(t *testing.T) {
	maps := map[string]*graph.Map{"hostile": hostileMap(), "one": sampleMap([]string{"one"}), "none": {}}
	for seed := range int64(2) {
		maps[fmt.Sprint("random ", seed)] = randomMap(rand.New(rand.NewSource(seed)))
	}
	for name, m := range maps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dom := rendered(t, formatsOf(t, m, &graphFlags{})["html"])
			type box struct{ x, y, w, h float64 }
			var boxes []box
			for _, found := range drawnNode.FindAllStringSubmatch(dom, -1) {
				var b box
				for i, v := range []*float64{&b.x, &b.y, &b.w, &b.h} {
					*v, _ = strconv.ParseFloat(found[i+1], 64)
				}
				for _, other := range boxes {
					if b.x < other.x+other.w && other.x < b.x+b.w && b.y < other.y+other.h && other.y < b.y+b.h {
						t.Errorf("%v lies over %v", b, other)
					}
				}
				boxes = append(boxes, b)
			}
			pairs := map[[2]int]bool{}
			for _, e := range m.Edges {
				pairs[[2]int{e.From, e.To}] = true
			}
			gone := map[string]bool{}
			for _, n := range m.Missing {
				gone[n.Name] = true
			}
			if got, want := len(boxes), len(m.Nodes)+len(gone); got != want {
				t.Errorf("%d nodes are drawn, want %d", got, want)
			}
			if got, want := strings.Count(dom, `<path class="e `)-strings.Count(dom, `class="swatch"`), len(pairs)+len(m.Missing); got != want {
				t.Errorf("%d arrows are drawn, want %d", got, want)
			}
			if !strings.Contains(dom, `<body class="js">`) || strings.Contains(dom, "<img") || strings.Contains(dom, "NaN") {
				t.Error("the page is not what its script makes of it")
			}
		})
	}
}
