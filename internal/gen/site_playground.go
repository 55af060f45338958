package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// playground is the page that lints a tree in the browser. All of its files are in one directory.
const playground = "docs/playground.md"

// policies are the content security policies of pages: of the playground, and of all others.
const (
	pagePolicy       = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
	playgroundPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'"
)

// playgroundParts returns the elements in the head of the playground page, and those before its first section.
func (p *sitePage) playgroundParts() (head, app string, err error) {
	if p.source != playground {
		return "", "", nil
	}
	markup, err := siteFiles.ReadFile("site/playground/app.html")
	head = "<link rel=\"stylesheet\" href=\"playground.css\">\n<script type=\"module\" src=\"playground.js\"></script>\n"
	return head, string(markup), err
}

// writePlayground compiles the linter for the playground of a site and writes the files that it loads.
func writePlayground(root, site string) error {
	dir := filepath.Join(site, "playground")
	wasm := filepath.Join(dir, "skilllint.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", wasm, "./internal/playground/wasm")
	build.Dir, build.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	if err := compress(wasm); err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	for from, to := range map[string]string{
		filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"): "wasm_exec.js",
		filepath.Join(root, "internal", "tokenizer", "o200k.bin"):                       "o200k.bin",
	} {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, to), data); err != nil {
			return err
		}
	}
	return writeServiceWorker(dir)
}

// compress replaces a file with a compressed one, which has the suffix ".gz". The page decompresses it, because servers
// of static files rarely compress WebAssembly.
func compress(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := writeFile(name+".gz", b.Bytes()); err != nil {
		return err
	}
	return os.Remove(name)
}

// offline lists the files that the service worker caches for offline use. The vocabulary is cached after its first use.
var offline = strings.Fields("./ index.html playground.css playground.js editor.js engine.js examples.js results.js share.js tokens.js worker.js wasm_exec.js skilllint.wasm.gz ../style.css ../search.js")

// writeServiceWorker completes the service worker with the list of files and a version, which is a hash of them.
func writeServiceWorker(dir string) error {
	sum := sha256.New()
	for _, name := range append(offline[1:], "o200k.bin") {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(data), data)
	}
	list, err := json.Marshal(offline)
	if err != nil {
		return err
	}
	script, err := siteFiles.ReadFile(path.Join("site", "playground", "sw.js"))
	if err != nil {
		return err
	}
	script = bytes.Replace(script, []byte("{{version}}"), fmt.Appendf(nil, "%x", sum.Sum(nil)[:8]), 1)
	return writeFile(filepath.Join(dir, "sw.js"), bytes.Replace(script, []byte("{{files}}"), list, 1))
}
