package behavior

import (
	"cmp"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"strings"
)

// keychain reads the keychain of macOS. An entry that is not one of a browser or of the system holds a key of the program that reads it.
func keychain(_ *shellReader, c *call) Value {
	switch {
	case c.hasWords("find-generic-password") && c.Has("-s"):
		name := optionValue(c, "-s")
		if lex.ContainsAny(strings.ToLower(name), "safe storage", "chrome", "brave", "firefox", "safari", "icloud", "airport", "login", "wallet", "ssh", "github", "claude") {
			break
		}
		if name == "" || strings.HasPrefix(name, "$") {
			name = "the keychain"
		}
		return Value{labels: Secret | output, secret: name}
	case !c.hasWords("find-generic-password", "find-internet-password", "dump-keychain", "export"):
		return Value{labels: output}
	}
	return Value{labels: Credential | output, secret: "the keychain"}
}

// copyAway reads programs that copy files to another computer or to a storage service.
func (s *shellReader) copyAway(c *call) Value {
	v, to, last := c.in.withoutText(), "", false
	skip, options := false, " -i -e -F -o -S "
	if c.name == "ssh" {
		options += "-p -L -R -l -J -D -b -c -E -m -w -W -Q -B -I -O "
	}
	for _, a := range c.args[1:] {
		switch {
		case skip:
			skip = false
		case strings.Contains(options, " "+a.text+" "):
			skip = true
		case strings.HasPrefix(a.text, "-"):
		case c.name == "ssh" && to != "": // the command
		case c.name == "ssh" || effect.IsRemote(a.text):
			to, last = a.text, true
		default:
			v, last = v.join(s.read(a)), false
		}
	}
	switch c.name {
	case "scp", "rsync", "aws", "gsutil", "rclone", "gcloud", "s3cmd", "azcopy":
		if !last {
			return Value{labels: output} // a download
		}
	case "gh":
		to = cmp.Or(to, "gist.github.com")
	case "az":
		to = "az://" + cmp.Or(optionValue(c, "--account-name"), "storage")
	}
	what := Environment | Credential
	if strings.Contains(to, "://") && c.name != "ssh" && !strings.HasPrefix(to, "http") {
		what |= Secret
	}
	if to != "" && v.Has(what) {
		if host, _, ok := strings.Cut(to, ":"); ok && !strings.Contains(to, "://") {
			to = host
		}
		s.add(Act{Kind: Sends, At: c.at, Of: v, To: trust.Peer(to[strings.LastIndexByte(to, '@')+1:]), By: c.name})
	}
	return Value{labels: output}
}
