package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// An Effect is a side effect of a command.
type Effect struct {
	Effect string // "deletes files", "writes files" or "reaches the network"
	By     string // the program with its subcommand, or a redirection: "rm", "git push", ">"
}

const (
	deletes = "deletes files"
	writes  = "writes files"
	network = "reaches the network"
)

// programs maps programs to effects, by name or by name and subcommand. Other programs are assumed to have no effect.
var programs = map[string]string{
	"rm": deletes, "rmdir": deletes, "unlink": deletes, "shred": deletes, "git clean": deletes, "git rm": deletes,
	"cp": writes, "mv": writes, "mkdir": writes, "touch": writes, "ln": writes, "dd": writes, "install": writes, "truncate": writes,
	"chmod": writes, "chown": writes, "tee": writes, "patch": writes,
	"git add": writes, "git commit": writes, "git checkout": writes, "git switch": writes, "git reset": writes, "git restore": writes,
	"git merge": writes, "git rebase": writes, "git apply": writes, "git am": writes, "git init": writes, "git mv": writes,
	"curl": network, "wget": network, "ssh": network, "scp": network, "sftp": network, "ftp": network, "rsync": network, "nc": network,
	"telnet": network, "gh": network, "glab": network, "git fetch": network, "git pull": network, "git push": network, "git clone": network,
	"git ls-remote": network, "npm install": network, "npm ci": network, "npm view": network, "npm publish": network, "npx": network,
	"pip install": network, "pip3 install": network, "docker pull": network, "docker push": network,
}

// wrappers run the command in their arguments.
const wrappers = " sudo command exec nohup builtin "

// EffectOf returns the first certain effect of a script. Scripts that do not parse have none.
func EffectOf(script string) (Effect, bool) {
	file := parseBlock(script)
	if file == nil {
		return Effect{}, false
	}
	var found Effect
	syntax.Walk(file, func(n syntax.Node) bool {
		if found.By != "" {
			return false
		}
		switch n := n.(type) {
		case *syntax.Redirect:
			found = redirectEffect(n)
		case *syntax.CallExpr:
			found = callEffect(n)
		}
		return found.By == ""
	})
	return found, found.By != ""
}

// redirectEffect returns the effect of a redirection. Redirections to devices and other streams have no effect.
func redirectEffect(r *syntax.Redirect) Effect {
	switch r.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
	default:
		return Effect{}
	}
	if r.Word == nil || strings.HasPrefix(r.Word.Lit(), "/dev/") {
		return Effect{}
	}
	return Effect{writes, r.Op.String()}
}

func callEffect(call *syntax.CallExpr) Effect {
	var words []string
	for _, arg := range call.Args {
		words = append(words, arg.Lit())
	}
	for len(words) > 1 && words[0] != "" && strings.Contains(wrappers, " "+words[0]+" ") {
		words = words[1:]
	}
	if len(words) == 0 || words[0] == "" {
		return Effect{}
	}
	name := words[0][strings.LastIndexByte(words[0], '/')+1:]
	if does := programs[name]; does != "" {
		return Effect{does, name}
	}
	for _, word := range words[1:] {
		switch {
		case name == "sed" && (strings.HasPrefix(word, "-i") || word == "--in-place"):
			return Effect{writes, "sed -i"}
		case word == "" || strings.HasPrefix(word, "-"):
			continue
		case name != "sed":
			if does := programs[name+" "+word]; does != "" {
				return Effect{does, name + " " + word}
			}
			return Effect{}
		}
	}
	return Effect{}
}
