package files

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Opaque reports programs and archives in a skill that users cannot review.
//
// A skill is installed with everything in its directory, and a model runs what the text names. Users cannot read
// a native program, bytecode without its source, an encrypted file, or an archive in another archive before it runs.
// Include the source, or tell the user where to get the program.
//
// Files are recognized by their first bytes, regardless of their names. Files of one kind in a skill are reported
// together.
//
// Not reported:
//   - text, images, fonts, sounds, documents and WebAssembly
//   - bytecode next to its source, and the directory __pycache__, which files/unexpected reports
//   - gradle-wrapper.jar
//   - archives that can be read (files/unexpected reports those that nothing unpacks)
//   - files outside of skills
var Opaque = &analysis.Analyzer{
	Name:     "files/opaque",
	Doc:      "program or archive that users cannot review",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-23",
		Name: "MITRE ATT&CK T1027 (Obfuscated Files or Information); ELF, Mach-O, PE, ZIP and OpenPGP formats"},
	Run: opaque,
}

// Limits of file contents that are read.
const (
	startSize = 512      // bytes of a file
	headSize  = 64 << 10 // bytes of an archive
	mostHeads = 20_000   // files per run
)

func opaque(pass *analysis.Pass) error {
	heads := 0
	for _, b := range clientPathsOf(pass.Workspace) {
		finds := map[string]*unexpectedFiles{}
		var order []*unexpectedFiles
		for _, rel := range b.tree.All() {
			skill, ok := b.skillOf(rel)
			if !ok || heads >= mostHeads || b.tree.IsDir(rel) || isPlain(rel) || isGenerated(rel) {
				continue
			}
			heads++
			c := opaqueKind(b.tree, rel)
			if c == nil {
				continue
			}
			key := skill + "\x00" + c.message
			if f := finds[key]; f != nil {
				f.others = append(f.others, rel)
				continue
			}
			f := &unexpectedFiles{first: rel, category: c}
			finds[key] = f
			order = append(order, f)
		}
		for _, f := range order {
			pass.Report(f.finding(b.tree.Prefix, b.collection(f.first)))
		}
	}
	return nil
}

// isPlain reports whether a file is text, an image, a font, a sound or a document, by its name.
func isPlain(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".mdc", ".txt", ".rst", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".csv", ".tsv", ".xml", ".xsd", ".html", ".htm", ".css", ".scss", ".svg", ".sh", ".bash", ".zsh", ".ps1", ".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts",
		".tsx", ".vue", ".svelte", ".rb", ".php", ".pl", ".lua", ".r", ".jl", ".go", ".rs", ".java", ".kt", ".swift", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".sql", ".graphql", ".proto", ".tf", ".tex", ".bib", ".ipynb", ".diff", ".patch", ".lock", ".log", ".template", ".tmpl", ".j2", ".example":
		return true
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".icns", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".psd", ".svgz", ".woff", ".woff2", ".ttf", ".otf", ".eot",
		".mp3", ".wav", ".ogg", ".flac", ".m4a", ".mp4", ".mov", ".webm", ".avi", ".mkv", ".pdf", ".docx", ".xlsx", ".pptx", ".doc", ".xls", ".ppt", ".odt", ".ods", ".odp", ".epub", ".wasm", ".sqlite", ".db", ".parquet", ".npy", ".onnx":
		return true
	}
	return false
}

// isGenerated reports whether files/unexpected reports the directory of a file.
func isGenerated(rel string) bool {
	c, what := categoryOf(rel)
	return c == &folders && what != rel
}

// opaqueKind returns the category of a file that cannot be reviewed, or nil.
func opaqueKind(tree *analysis.Tree, rel string) *category {
	head := tree.Head(rel, startSize)
	if isPacked(head) {
		head = tree.Head(rel, headSize)
	}
	switch {
	case isNative(head, rel):
		return &natives
	case isBytecode(head, rel):
		if hasSource(tree, rel) {
			return nil
		}
		return &bytecode
	case isEncrypted(head, rel):
		return &encrypted
	}
	return archiveKind(head, rel)
}

// isPython reports whether a file is compiled Python, by its name.
func isPython(rel string) bool { return path.Ext(rel) == ".pyc" || path.Ext(rel) == ".pyo" }

// hasSource reports whether the source of bytecode is next to it.
func hasSource(tree *analysis.Tree, rel string) bool {
	stem := strings.TrimSuffix(rel, path.Ext(rel))
	for _, ext := range []string{".py", ".java", ".kt", ".scala", ".lua"} {
		if tree.Exists(stem + ext) {
			return true
		}
	}
	return path.Base(rel) == "gradle-wrapper.jar"
}

var (
	natives = category{severity: analysis.Warning, message: "native program", effect: "users cannot review what it does before it runs", help: "include its source, or say where to get it",
		several: "native programs", effects: "users cannot review what they do before they run", helps: "include their source, or say where to get them", about: "native program"}
	bytecode = category{severity: analysis.Warning, message: "bytecode without source", effect: "users cannot review what it does before it runs", help: "include its source",
		several: "bytecode without source:", effects: "users cannot review what it does before it runs", helps: "include its source", about: "bytecode without source"}
	encrypted = category{severity: analysis.Warning, message: "encrypted file", effect: "users cannot review what it contains", help: "include the plain file",
		several: "encrypted files", effects: "users cannot review what they contain", helps: "include the plain files", about: "encrypted file"}
	nested = category{severity: analysis.Warning, message: "nested archive", effect: "users and scanners can hardly see what it contains", help: "include the unpacked files",
		several: "nested archives", effects: "users and scanners can hardly see what they contain", helps: "include the unpacked files", about: "nested archive"}
	packed = category{severity: analysis.Warning, message: "program in the archive", effect: "users cannot review what it does before it runs", help: "include its source, or say where to get it",
		several: "programs in the archives", effects: "users cannot review what they do before they run", helps: "include their source, or say where to get them", about: "program in the archive"}
)
