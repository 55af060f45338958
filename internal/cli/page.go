package cli

import (
	"regexp"
	"sync"

	"github.com/skilllint/skilllint/docs"
)

// releaseTag matches the versions that are tags of the repository: "v1.2.3" and "v1.2.3-rc.1", but no
// pseudo-version of Go, snapshot or modified build.
var releaseTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)(\.\d+)?)?$`)
})

// pageOf returns the URL of a rule's page, or "" for a rule of another program.
func pageOf(rule string) string {
	if !docs.Has(rule) {
		return ""
	}
	return "https://github.com/skilllint/skilllint/blob/" + pageRef() + "/docs/rules/" + rule + ".md"
}

// pageRef returns the tag of this build's release, whose pages do not change, or "main".
var pageRef = sync.OnceValue(func() string {
	version, _, modified := built()
	return refOf(version, modified)
})

func refOf(version string, modified bool) string {
	if modified || !releaseTag().MatchString(version) {
		return "main"
	}
	return version
}
