package tokens

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// isOwn reports whether a file mentions a name more often than the n times as "${NAME}". The author then probably defines the
// variable.
func (e *environmentCheck) isOwn(name string, n int) bool {
	mentions := 0
	for at := 0; ; {
		i := bytes.Index(e.d.Source[at:], []byte(name))
		if i < 0 {
			return mentions > n
		}
		start := at + i
		at = start + len(name)
		if (start == 0 || !isNameByte(e.d.Source[start-1])) && (at == len(e.d.Source) || !isNameByte(e.d.Source[at])) {
			mentions++
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isProject reports whether a file is in a project directory of its client.
func isProject(f *analysis.File) bool {
	return slices.ContainsFunc(f.Dialect.Discovery, func(p schema.Place) bool {
		return p.Kind == f.Kind.String() && p.Scope == "project" && strings.HasSuffix(p.Path, "/") && strings.Contains("/"+f.Rel, "/"+p.Path)
	})
}

// isDeclared reports whether the configuration declares or allows a name.
func isDeclared(f *analysis.File, name string) bool {
	return slices.Contains(f.Conventions.TokenNames(), name) || f.Conventions.AllowsToken(name)
}

// list joins variables for a message.
func list(names []string) string {
	return "${" + strings.Join(names, "}, ${") + "}"
}
