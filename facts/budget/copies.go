package budget

import (
	"path"
	"slices"
	"strings"
)

// IsRetired reports whether a directory in a path is for skills that are no longer used.
func IsRetired(rel string) bool {
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch strings.Trim(strings.ToLower(part), "._-") {
		case "deprecated", "archived", "archive", "retired", "obsolete":
			return true
		}
	}
	return false
}

// languages are those of translations. English is mostly the original.
var languages = strings.Fields("ar bn cs da de el es fa fi fr he hi hu id it ja ko ms nl no pl pt ro ru sv th tr uk vi zh")

// IsTranslated reports whether a directory in a path is named for a language: "zh-CN", "ja" or "skills-ko".
func IsTranslated(rel string) bool {
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		part = strings.ReplaceAll(strings.ToLower(part), "_", "-")
		part = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(part, "skills-"), "docs-"), "i18n-")
		language, region, _ := strings.Cut(part, "-")
		if slices.Contains(languages, language) && (region == "" || len(region) == 2 || region == "hans" || region == "hant") {
			return true
		}
	}
	return false
}
