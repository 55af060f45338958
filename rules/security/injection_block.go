package security

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// waivers are settings with which a client no longer asks.
var waivers = []string{`"bypassPermissions"`, `"enableAllProjectMcpServers": true`, `"skipDangerousModePermissionPrompt": true`, `.autoApprove": true`}

// waivingBlocks calls see for the paragraphs that tell a model to write the code block after them, which has such a setting, into
// settings.
func waivingBlocks(d *analysis.Document, see func(analysis.Range)) {
	for _, waiver := range waivers {
		n := bytes.Index(d.Source, []byte(waiver))
		if n < 0 {
			continue
		}
		open := bytes.LastIndex(d.Source[:n], []byte("\n```"))
		if open < 0 || !bytes.HasPrefix(d.Source[open+4:], []byte("json")) {
			continue
		}
		text := bytes.TrimRight(d.Source[:open], " \n")
		start := max(bytes.LastIndex(text, []byte("\n\n"))+2, len(text)-2*reach, d.BodyStart(), 0)
		if at := (analysis.Range{Start: start, End: len(text)}); start < len(text) && asksForSettings(text[start:]) {
			see(at)
			return
		}
	}
}

// asksForSettings reports whether a paragraph before a code block tells a model to write it into settings, outside of a container.
func asksForSettings(text []byte) bool {
	lower := bytes.ToLower(text)
	if !bytes.HasSuffix(lower, []byte(":")) || !bytes.Contains(lower, []byte("settings")) || bytes.Contains(lower, []byte("container")) || bytes.Contains(lower, []byte("sandbox")) {
		return false
	}
	words := wordsOf(text)
	n := slices.IndexFunc(words, func(w string) bool {
		return is(w, "write", "add", "put", "save", "create", "set", "paste", "copy", "append", "merge")
	})
	return n >= 0 && isImperative(words, n)
}
