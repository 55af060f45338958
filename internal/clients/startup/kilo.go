package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// kilo reads the files that OpenCode reads, with its own configuration and rules. It replaces references to files, and
// drops files that refer to the environment or to files outside of the repository.
var kilo = &Client{
	ID:           "kilo",
	Title:        "Kilo Code",
	Version:      "7.7.9",
	Grade:        loader.Measured,
	Source:       "kilo serve with a local model server, run; its program, read",
	Checked:      "2026-11-28",
	instructions: kiloInstructions,
}

func kiloInstructions(b *builder) {
	b.opencode(opencodeFiles{"Kilo Code", []string{".config/kilo/AGENTS.md", ".claude/CLAUDE.md"}, (*builder).kiloConfigured, (*builder).kiloFile})
}

// kiloConfigured returns the files of rules, and the patterns of instructions in the configuration.
func (b *builder) kiloConfigured(dirs []string) []pattern {
	patterns := b.kiloRules()
	if b.Home != "" { // the last file of the home directory replaces the others
		for _, name := range []string{"opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json", "config.json"} {
			if found := b.patternsOf(path.Join(b.Home, ".config/kilo", name), true); found != nil {
				patterns = append(patterns, found...)
				break
			}
		}
	}
	for _, name := range []string{"kilo", "opencode"} {
		for _, dir := range slices.Backward(dirs) {
			patterns = append(patterns, b.patternsOf(path.Join(dir, name+".json"), false)...)
			patterns = append(patterns, b.patternsOf(path.Join(dir, name+".jsonc"), false)...)
		}
	}
	if b.Home != "" {
		dirs = append(slices.Clone(dirs), b.Home)
	}
	for _, dir := range dirs {
		for _, at := range []string{".kilocode", ".kilo"} {
			for _, name := range []string{"kilo.jsonc", "kilo.json", "opencode.jsonc", "opencode.json"} {
				patterns = append(patterns, b.patternsOf(path.Join(dir, at, name), dir == b.Home)...)
			}
		}
	}
	return patterns
}

// kiloRules returns the files of rules in the home directory and the working directory. Of files with the same name, only
// the first one applies.
func (b *builder) kiloRules() []pattern {
	var rules []pattern
	addNames := func(dirs ...string) {
		seen := map[string]bool{}
		for _, dir := range dirs {
			for _, at := range findFiles(b.from, dir, "*.md", true) {
				if name := path.Base(at); !seen[name] && !b.isLink(at) {
					seen[name] = true
					rules = append(rules, pattern{at, b.scope(at) == "user"})
				}
			}
		}
	}
	addFile := func(name string) {
		if at := path.Join(b.Start, name); b.isFile(at) {
			rules = append(rules, pattern{at, b.scope(at) == "user"})
		}
	}
	if b.Home != "" {
		addNames(path.Join(b.Home, ".kilo/rules"), path.Join(b.Home, ".kilocode/rules"))
	}
	addNames(path.Join(b.Start, ".kilo/rules"), path.Join(b.Start, ".kilocode/rules"))
	addFile(".kilocoderules")
	for _, mode := range []string{"code", "architect", "ask", "debug", "orchestrator"} {
		addNames(path.Join(b.Start, ".kilo/rules-"+mode), path.Join(b.Start, ".kilocode/rules-"+mode))
		addFile(".kilocoderules-" + mode)
	}
	return rules
}

// kiloFile returns the text of a file in which references to files are replaced. own reports whether the user names the
// file: then references may point anywhere, and those to the environment are replaced.
func (b *builder) kiloFile(at string, own bool) []Piece {
	i := b.addFile(at, noFile, Loaded, "")
	drop := func(state State, reason string) []Piece {
		b.out.Files[i].State, b.out.Files[i].Reason = state, reason
		return nil
	}
	if !own && !b.isInProject(at) {
		return drop(Omitted, "it is outside of the repository")
	}
	text, size, ok := b.read(at)
	b.out.Files[i].Size = size
	if !ok {
		return drop(Omitted, "it cannot be read")
	}
	if own {
		text = b.withoutEnvironment(strings.TrimPrefix(text, "\ufeff"))
	} else if start, end, found := loader.EnvironmentReference([]byte(text)); found {
		return drop(Omitted, "Kilo Code drops files that refer to the environment, here "+text[start:end])
	}
	pieces, outside := b.kiloReferences(text, i, path.Dir(at), own)
	switch {
	case outside != "":
		return drop(Omitted, "Kilo Code drops files with references to files outside of the repository, here "+outside)
	case join(pieces) == "":
		return drop(Empty, "")
	}
	return pieces
}

// withoutEnvironment removes references to the environment, whose values are unknown.
func (b *builder) withoutEnvironment(text string) string {
	var kept strings.Builder
	for rest := []byte(text); ; {
		start, end, found := loader.EnvironmentReference(rest)
		if !found {
			kept.Write(rest)
			return kept.String()
		}
		b.addNote("Kilo Code replaces references to the environment by the values of the variables, which are not read here")
		kept.Write(rest[:start])
		rest = rest[end:]
	}
}

func (b *builder) isInProject(at string) bool {
	real := b.from.Real(at)
	return real == "" || isBelow(b.from.Real(b.Project), real)
}

// kiloReferences replaces {file:path} in a text by the trimmed text of the file, or by nothing if it does not exist. It
// returns the first reference to a file outside of the repository.
func (b *builder) kiloReferences(text string, file int, dir string, own bool) (pieces []Piece, outside string) {
	const open = "{file:"
	done, closing, scanned, isComment := 0, -1, -1, false
	for at := 0; ; {
		start := strings.Index(text[at:], open)
		if start < 0 {
			break
		}
		start += at
		if closing < start {
			n := strings.IndexByte(text[start:], '}')
			if n < 0 {
				break
			}
			closing = start + n
		}
		if n := strings.LastIndexByte(text[max(scanned, 0):start], '\n'); n >= 0 || scanned < 0 {
			isComment = strings.HasPrefix(strings.TrimLeft(text[max(scanned, 0)+n+1:start], " \t"), "//")
		}
		scanned = start
		at = start + len(open)
		target := text[at:closing]
		if target == "" || !own && start > 0 && text[start-1] == '$' {
			continue
		}
		at = closing + 1
		if isComment {
			continue
		}
		pieces = append(pieces, Piece{file, text[done:start]})
		done = at
		from := resolve(dir, target)
		if rest, ok := strings.CutPrefix(target, "~/"); ok {
			from = path.Join(b.Home, rest)
		}
		if !b.isFile(from) || len(b.out.Files) >= maxFiles {
			b.addFile(from, file, Missing, "it does not exist, or is outside of what may be read")
			continue
		}
		if !own && !b.isInProject(from) {
			return nil, text[start:at]
		}
		content, size, ok := b.read(from)
		if !ok {
			continue
		}
		i := b.addFile(from, file, Loaded, "")
		b.out.Files[i].Size = size
		pieces = append(pieces, Piece{i, strings.TrimFunc(content, isJSSpace)})
	}
	return append(pieces, Piece{file, text[done:]}), ""
}
