package behavior

import (
	"slices"
	"strings"
)

// archive reads programs that create archives.
func archive(s *shellReader, c *call) Value {
	target, content, creates := s.archived(c)
	switch {
	case !creates, strings.HasPrefix(c.name, "7z") && c.Has("x", "e"):
		return s.unarchive(c, target, content)
	case target == "" || target == "-":
		return content.join(Value{labels: output | Encoded})
	}
	if s.allows(len(s.files), mostFiles, TooMuch, c.at) {
		s.setFile(target, content.join(Value{labels: Encoded}))
	}
	return Value{}
}

// archived returns the archive of a call, the value of the other files that it names, and whether it creates the archive.
func (s *shellReader) archived(c *call) (target string, content Value, creates bool) {
	isTar, next, dir := c.name == "tar", false, ""
	for i, a := range c.args[1:] {
		text := a.text
		isFlags := strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") || i == 0 && isTar && !strings.ContainsAny(text, "./~$")
		switch {
		case i > 0 && isTar && c.args[i].text == "-C":
			dir = strings.TrimSuffix(text, "/") + "/"
		case isFlags:
			creates = creates || strings.ContainsAny(text, "cr")
			next = isTar && strings.HasSuffix(text, "f")
		case next:
			target, next = text, false
		case !isTar && target == "" && text != "a" && text != "":
			target, creates = text, true
		default:
			creates = creates || text == "--create"
			if _, ok := s.files[dir+text+"/"]; ok && dir != "" {
				a.text = dir + text
			}
			content = content.join(s.read(a))
		}
	}
	content.text = ""
	return target, content, creates
}

// unarchive records what a call unpacks.
func (s *shellReader) unarchive(c *call, target string, content Value) Value {
	is7z := strings.HasPrefix(c.name, "7z")
	if w := s.files[c.args[len(c.args)-1].text]; is7z && w.Has(Fetched) {
		s.unpacked = w
	}
	for _, v := range []Value{c.in, s.files[target], content} {
		if v.Has(Fetched) {
			s.unpacked = v
			break
		}
	}
	if is7z && s.unpacked.Has(Fetched) && slices.ContainsFunc(c.args, func(a Value) bool {
		return strings.HasPrefix(a.text, "-p") && len(a.text) > 2 && !strings.Contains(a.text, "$")
	}) {
		s.unpacked.labels |= Decoded
	}
	return Value{labels: c.in.labels & (Fetched | Decoded), url: c.in.url}
}

// unpack reads programs that only unpack archives.
func unpack(s *shellReader, c *call) Value {
	for _, a := range c.arguments("-P -d -x") {
		if v := s.script(a); v.Has(Fetched) {
			s.unpacked = v
		}
	}
	if password := optionValue(c, "-P"); password != "" && !strings.Contains(password, "$") && s.unpacked.Has(Fetched) {
		s.unpacked.labels |= Decoded
	}
	return Value{labels: output}
}
