package finding

import "strings"

// A Cost is what a finding costs, the highest first.
type Cost int

const (
	Danger  Cost = iota // it acts against the user, or cannot be reviewed
	Reject              // a client or reader does not load the file
	Drop                // a client or agent continues without a part
	Misread             // a client or model reads something else than what was meant
	Hurt                // it fails, or costs something, when it is used
)

// effectWords are words in the effects of findings that tell what they cost. The first cost with a word of an effect is its own.
var effectWords = [...][]string{
	Reject: {"skip ", "skips ", "reject", "not load", "loads no", "load nothing", "cannot load", "cannot install", "not start", "cannot start", "cannot spawn",
		"refuses to spawn", "cannot parse", "stop here", "exits with an error", "creates no", "finds no skills", "read only UTF-8", "cannot check out"},
	Drop: {"ignore", "without", "missing", "miss ", "misses ", "drop", "truncate", "not find", "not found", "found only", "find no", "finds no", "cannot find", "not exist", "cannot open",
		"cannot read", "cannot use", "cannot run the skill", "not read", "read only", "not get", "not give", "not see", "not run", "not learn", "not include", "not contain", "not resolve", "not apply",
		"grants no", "matches no", "nothing", "no such", "lose", "lost", "removes it", "never runs"},
	Misread: {"literally", "parsed as", "read ", "reads ", "treat", "insert", "counts ", "take ", "takes ", "hidden", "undefined", "last value", "lists the skill with", "names the", "join"},
}

// Cost returns what a finding costs, by its effect.
func (f *Finding) Cost() Cost {
	if f.Analyzer != nil && f.Analyzer.IsSecurity() {
		return Danger
	}
	for cost, words := range effectWords {
		for _, w := range words {
			if strings.Contains(f.Effect, w) {
				return Cost(cost)
			}
		}
	}
	return Hurt
}
