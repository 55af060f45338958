package cli

import (
	"cmp"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/docs"
)

// Set by the linker (scripts/build), for builds without git such as those from an archive of the sources.
var (
	stampedVersion string // "v1.2.3"
	stampedCommit  string // 40 hexadecimal digits; with the suffix "+modified" if the sources differ
)

// buildVersion returns the version and commit of the build, or "" if unknown.
func buildVersion() (version, commit string, modified bool) {
	if stampedVersion != "" || stampedCommit != "" {
		commit, modified = strings.CutSuffix(stampedCommit, "+modified")
		return stampedVersion, commit, modified
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return info.Main.Version, commit, modified
}

// shownVersion returns the version and the abbreviated commit for display. The version is "devel" if unknown.
func shownVersion() (version, commit string) {
	version, commit, modified := buildVersion()
	if version = cmp.Or(version, "devel"); version == "(devel)" {
		version = "devel"
	}
	commit = commit[:min(len(commit), 12)]
	if commit != "" && modified {
		commit += ", modified"
	}
	return version, commit
}

// releaseTag matches versions that are tags of the repository, such as "v1.2.3" and "v1.2.3-rc.1", but not
// pseudo-versions, snapshots and modified builds.
var releaseTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)(\.\d+)?)?$`)
})

// rulePage returns the URL of a rule's page, or "" for a rule of another program.
func rulePage(rule string) string {
	if !docs.Has(rule) {
		return ""
	}
	return "https://github.com/skilllint/skilllint/blob/" + pageRef() + "/docs/rules/" + rule + ".md"
}

// pageRef returns the tag of this build's release, whose pages do not change, or "main".
var pageRef = sync.OnceValue(func() string {
	version, _, modified := buildVersion()
	return refOf(version, modified)
})

func refOf(version string, modified bool) string {
	if modified || !releaseTag().MatchString(version) {
		return "main"
	}
	return version
}
