package schema

import (
	"strings"
	"testing"
)

func TestDiscovery(t *testing.T) {
	for _, d := range All() {
		if len(d.Discovery) == 0 || d.Precedence == "" || strings.HasSuffix(d.Precedence, ".") {
			t.Errorf("%s: %d places, precedence %q; both must be said", d.Name, len(d.Discovery), d.Precedence)
		}
		seen := map[string]bool{}
		for _, p := range d.Discovery {
			at := d.Name + ": " + p.Kind + " in " + p.Path
			oneOf(t, at+": scope", p.Scope, "project", "user", "admin", "system", "plugin")
			if seen[p.Kind+p.Scope+p.Path] || p.Depth < AnyDepth || strings.HasSuffix(p.Note, ".") {
				t.Errorf("%s: stands twice, or has depth %d or a note that ends with a full stop", at, p.Depth)
			}
			seen[p.Kind+p.Scope+p.Path] = true
			if d.Kinds[p.Kind] == nil {
				t.Errorf("%s: %s has no such kind", at, d.Name)
			}
			if p.Home != "" && (p.Home == d.Name || Lookup(p.Home) == nil) {
				t.Errorf("%s: is the folder of %q", at, p.Home)
			}
		}
	}
}
