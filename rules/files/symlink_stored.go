package files

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// storedFact is the target of a symbolic link that was stored as text.
var storedFact = analysis.NewFact("stored", "the target of a symbolic link that was stored as text",
	analysis.PerDocument, analysis.Text, func(pass *analysis.Pass) (string, error) {
		target := pass.Document.StoredLink()
		if target == "" {
			return "", analysis.ErrNoFact
		}
		return target, nil
	})

// storedLinks reports files that contain only the target of a symbolic link.
func storedLinks(pass *analysis.Pass) {
	for file, target := range storedFact.All(pass.Store) {
		d := analysis.Diagnostic{Location: start(file.Path), Severity: analysis.Error, Message: "symbolic link stored as text: " + quote.Text(target),
			Effect: "clients read the path instead of the file", Help: "store it as a symbolic link, or copy the file",
			Group: analysis.Group{Key: "stored", Message: analysis.Many + " symbolic links are stored as text",
				Effect: "clients read the paths instead of the files", Help: "store them as symbolic links, or copy the files"}}
		if file.Kind == analysis.Reference {
			d.Severity = analysis.Warning
		}
		pass.Report(d)
	}
}
