package discover

import (
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

const (
	maxManifest = 1 << 20 // bytes of a MANIFEST.jsonl that are searched for paths
	maxName     = 512     // bytes of a path
	maxAbove    = 8       // directories that paths may be relative to: that of the manifest and those above
)

// outputsOf returns the directories of the Markdown files in a MANIFEST.jsonl. Only these contain outputs. It is empty
// if the manifest does not follow the protocol. It is nil if all directories may contain outputs: the configuration
// claims the manifest, it is empty, or it was not read completely.
func (w *walker) outputsOf(f *directory) (map[string]bool, error) {
	rel, real := f.path("MANIFEST.jsonl")
	if w.policy.Claim != nil {
		if kind, err := w.policy.Claim(rel); err != nil || kind == manifestKind {
			return nil, err
		}
	}
	file, err := w.openText(real)
	if err != nil {
		return nil, nil // reported when the file is checked
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifest))
	if err != nil || len(text) == maxManifest {
		return nil, nil
	}
	text = analysis.EncodingOf(text).Decode(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	dirs := map[string]bool{}
	if isProtocol(text) {
		for name := range markdownNames(text) {
			f.addOutputs(dirs, path.Dir(name))
		}
	}
	return dirs, nil
}

// isProtocol reports whether at least a tenth of a manifest's lines look like entries of CLEO's protocol.
func isProtocol(text []byte) bool {
	lines, entries := 0, 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		lines++
		if bytes.Contains(line, []byte(`"file"`)) && (bytes.Contains(line, []byte(`"agent_type"`)) || bytes.Contains(line, []byte(`"key_findings"`))) {
			entries++
		}
	}
	return entries > 0 && entries*10 >= lines
}

// markdownNames returns the strings of a text that end in ".md".
func markdownNames(text []byte) map[string]bool {
	names := map[string]bool{}
	for {
		before, after, found := bytes.Cut(text, []byte(`.md"`))
		if !found {
			return names
		}
		text = after
		before = before[max(0, len(before)-maxName):]
		if at := bytes.LastIndexByte(before, '"'); at >= 0 {
			names[strings.ReplaceAll(string(before[at+1:]), `\/`, "/")] = true
		}
	}
}

// addOutputs adds a directory that an entry contains. It may be relative to the manifest or to a directory above it.
func (f *directory) addOutputs(dirs map[string]bool, named string) {
	if path.IsAbs(named) {
		return
	}
	base := f.rel
	for range maxAbove {
		if dir := path.Join(base, named); f.rel == "." || dir == f.rel || strings.HasPrefix(dir, f.rel+"/") {
			dirs[dir] = true
		}
		if base == "." {
			return
		}
		base = path.Dir(base)
	}
}
