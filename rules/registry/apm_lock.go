package registry

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// packages reports missing fields and directories of apm.yml, and returns the packages that it lists by their key in the lock file.
func (p *apmPackage) packages() map[string]*analysis.Value {
	for _, field := range []string{"name", "version"} {
		if v := p.root.Get(field); v == nil || v.Kind == analysis.Null {
			p.report(analysis.Range{}, analysis.Diagnostic{About: field, Message: "missing field " + quote.Text(field) + " in apm.yml",
				Effect: "apm rejects the package", Help: "add it"})
		}
	}
	all := map[string]*analysis.Value{}
	for _, field := range []string{"dependencies", "devDependencies"} {
		v := p.root.Get(field)
		if v != nil && v.Kind == analysis.List && len(v.Items) > 0 {
			p.report(v.Range, analysis.Diagnostic{About: field, Message: quote.Text(field) + " must be a mapping, not a list",
				Effect: "apm rejects the package", Help: "write the list below \"apm\""})
			continue
		}
		for _, item := range v.Get("apm").Strings() {
			name, _, _ := strings.Cut(strings.TrimSpace(item.Text), "#")
			if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
				if owner, _, ok := strings.Cut(name, "/"); ok && !strings.ContainsAny(name, ":@*$") && !strings.Contains(owner, ".") {
					all[strings.ToLower(name)] = item
				}
				continue
			}
			to := path.Join(p.dir, name)
			if analysis.LeavesRoot(to) || p.tree.Stat(to) != analysis.Absent || !p.tree.Walked(path.Dir(to)) {
				all[name] = item
			} else {
				p.report(item.Range, analysis.Diagnostic{About: name, Message: "broken path: " + quote.Text(name) + " does not exist",
					Effect: "apm cannot install the package", Help: "correct or remove the path"})
			}
		}
	}
	return all
}

// compare reports packages that only one of the files lists.
func (p *apmPackage) compare(lock *dataFile, required map[string]*analysis.Value) {
	locked := map[string]bool{}
	entries := lock.root.Get("dependencies")
	if entries == nil || entries.Kind != analysis.List {
		return
	}
	for _, e := range entries.Items {
		key := lockKey(e)
		locked[key] = true
		direct := e.Get("resolved_by") == nil && (e.Get("depth") == nil || e.Get("depth").Text == "1")
		if url := e.Get("repo_url"); direct && required[key] == nil && len(required) > 0 && url != nil && isShorthand(p.root, key) {
			lock.report(url.Range, analysis.Diagnostic{Severity: analysis.Warning, About: key, Message: "locked package " + quote.Text(key) + " is not in apm.yml",
				Effect: "apm installs it although nothing requires it", Help: "run \"apm prune\", or add it to apm.yml"})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(required)) {
		if item := required[key]; !locked[key] {
			p.report(item.Range, analysis.Diagnostic{Severity: analysis.Warning, About: key, Message: "package " + quote.Text(key) + " is not in apm.lock.yaml",
				Effect: "\"apm install --frozen\" fails", Help: "run \"apm install\", and commit the lock file"})
		}
	}
}

// isShorthand reports whether a package of the lock file would be written as in apm.yml: there is no package that is named by a URL or
// a mapping, for which the key is unknown.
func isShorthand(manifest *analysis.Value, key string) bool {
	for _, field := range []string{"dependencies", "devDependencies"} {
		list := manifest.Lookup(field, "apm")
		if list == nil {
			continue
		}
		for _, item := range list.Items {
			owner, _, _ := strings.Cut(item.Text, "/")
			if !item.IsString() || strings.ContainsAny(item.Text, ":@") || strings.Contains(strings.TrimLeft(owner, "."), ".") {
				return false
			}
		}
	}
	return key != ""
}

// lockKey returns how apm.yml names a package of the lock file.
func lockKey(e *analysis.Value) string {
	if local := textOf(e, "local_path"); local != "" {
		return local
	}
	key := textOf(e, "repo_url")
	if sub := textOf(e, "virtual_path"); sub != "" {
		key += "/" + sub
	}
	return strings.ToLower(strings.TrimPrefix(key, "github.com/"))
}

// installed reports copied files that were changed or deleted since they were installed.
func (p *apmPackage) installed(lock *dataFile) {
	entries := lock.root.Get("dependencies")
	if entries == nil {
		return
	}
	for _, e := range entries.Items {
		hashes := e.Get("deployed_file_hashes")
		if hashes == nil || hashes.Kind != analysis.Map {
			continue
		}
		exist, missing := false, []analysis.Member(nil)
		for _, m := range hashes.Members {
			rel := path.Join(p.dir, m.Key)
			if analysis.LeavesRoot(rel) || !p.tree.IsFile(rel) {
				missing = append(missing, m)
				continue
			}
			exist = true
			text := p.read(rel)
			if text == nil || p.tree.Ignored(rel) {
				continue
			}
			_, want, prefixed := strings.Cut(m.Value.Text, "sha256:")
			if sum := sha256.Sum256(text); prefixed && hex.EncodeToString(sum[:]) != want {
				lock.report(m.KeyRange, analysis.Diagnostic{Severity: analysis.Warning, About: m.Key, Message: "file was changed after its installation: " + quote.Text(m.Key),
					Effect: "the next \"apm install\" overwrites the change", Help: "change the file in its package, or run \"apm install\"",
					Group: analysis.Group{Key: lock.rel + " changed", Message: analysis.Many + " files were changed after their installation"}})
			}
		}
		for _, m := range missing {
			if exist && p.absent(path.Join(p.dir, m.Key)) {
				lock.report(m.KeyRange, analysis.Diagnostic{Severity: analysis.Warning, About: m.Key, Message: "installed file does not exist: " + quote.Text(m.Key),
					Effect: "agents do not find it", Help: "run \"apm install\"",
					Group: analysis.Group{Key: lock.rel + " deleted", Message: analysis.Many + " installed files do not exist"}})
			}
		}
	}
}
