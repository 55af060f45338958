package behavior

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// recordClone records the directory of a cloned repository. Text that runs code of well-known hosts is not reported.
func (s *shellReader) recordClone(c *call) {
	plain := c.arguments("-b --branch --depth -o --origin -c --config --reference -j --jobs")
	n := slices.IndexFunc(plain, func(v Value) bool { return strings.Contains(v.text, "://") })
	if n < 0 {
		return
	}
	v := Value{labels: Fetched, url: plain[n].text}
	if trust.In(v.url) == trust.Vendor && s.on == InText {
		v = Value{}
	}
	dir := strings.TrimSuffix(path.Base(plain[n].text), ".git")
	if n+1 < len(plain) {
		dir = plain[n+1].text
	}
	if dir = path.Clean(s.inDir(dir)); s.allows(len(s.files), mostFiles, TooMuch, c.at) {
		s.setFile(dir+"/", v)
	}
}

// clonedFile returns the content of a file in a cloned repository.
func (s *shellReader) clonedFile(name string) Value {
	if name == "" || len(s.files) == 0 || strings.HasPrefix(name, "-") {
		return Value{}
	}
	dir := path.Clean(s.inDir(name))
	for strings.Contains(dir, "/") {
		if dir = path.Dir(dir); len(dir) < 2 {
			break
		}
		if v := s.files[dir+"/"]; v.Has(Fetched) {
			return v
		}
	}
	return Value{}
}

// loadFromGitHub reads gh: files of repositories, releases and gists of anybody.
func (s *shellReader) loadFromGitHub(c *call) Value {
	v := Value{labels: Fetched | output, url: "https://github.com"}
	switch {
	case c.hasWords("gist"):
		v.url = "https://gist.githubusercontent.com"
	case c.hasWords("release") && c.hasWords("download"):
		for _, option := range []string{"-O", "--output", "-p", "--pattern"} {
			if name := optionValue(c, option); name != "" && s.allows(len(s.files), mostFiles, TooMuch, c.at) {
				s.setFile(name, v)
			}
		}
		return Value{labels: output}
	case !c.hasWords("api") || !slices.ContainsFunc(c.args, func(a Value) bool {
		return strings.Contains(a.text, "/contents/") || strings.Contains(a.text, "gists/")
	}):
		return Value{labels: output}
	}
	return v
}

// loadByFTP reads the commands of lftp and ftp that load a file.
func (s *shellReader) loadByFTP(c *call) Value {
	text := strings.NewReplacer(";", " ; ", "'", "", `"`, "").Replace(c.merged(1).text)
	if c.in.text != "" && len(c.in.text) < int(mostText)/2 {
		text += " " + c.in.text
	}
	url := trust.AddressIn(text)
	words := strings.Fields(text)
	for i, word := range words {
		if i+1 == len(words) || url == "" {
			break
		}
		switch word {
		case "cat":
			return Value{labels: Fetched | output, url: url}
		case "get", "pget", "mget", "-c":
			if s.allows(len(s.files), mostFiles, TooMuch, c.at) {
				s.setFile(path.Base(words[i+1]), Value{labels: Fetched, url: url})
			}
		}
	}
	return Value{}
}
