package loader

import (
	"fmt"
	"strings"
)

// Sentence returns a sentence on the effect of a reason in the clients with these IDs: "Codex and
// Gemini CLI skip the skill". It names at most three clients.
func Sentence(ids []string, effect string) string {
	subject := joinNames(ids)
	if before, after, ok := strings.Cut(effect, "{}"); ok {
		return before + subject + after
	}
	if len(ids) > 1 {
		effect = plural(effect)
	}
	return subject + " " + effect
}

// Describe returns the message and, unless the status implies it, the effect, for a table that names the
// clients.
func (g Ground) Describe() string {
	switch {
	case g.Effect == "", g.Effect == Skips, g.Effect == Rejects, g.Cause == unknownTool:
		return g.Message
	case g.Effect == undocumented:
		return g.Message + "; undocumented behavior"
	}
	effect := strings.TrimPrefix(g.Effect, "in {}, ")
	return g.Message + "; " + strings.ReplaceAll(effect, "{}", "the client")
}

// Effects implied by a status.
const (
	Skips        = "skips the skill"
	Rejects      = "rejects the skill"
	undocumented = "the behavior of {} is undocumented"
)

// impliedEffect returns the effect of reasons without an effect of their own.
func (a *Client) impliedEffect(status Status) string {
	switch {
	case status == Unknown:
		return undocumented
	case status != Rejected:
		return ""
	case a == agentskills || a == claudeAPI:
		return Rejects
	}
	return Skips
}

// name returns the short name of the client for sentences.
func (a *Client) name() string {
	switch a {
	case agentskills:
		return "skills-ref"
	case claudeAPI:
		return "claude.ai"
	case copilot:
		return "Copilot"
	case progressive:
		return "the progressive client"
	case triagent:
		return "Triagent"
	}
	return a.Title
}

// Name returns the short name of the client with an ID.
func Name(id string) string {
	if a := Lookup(id); a != nil {
		return a.name()
	}
	return id
}

// joinNames lists the names of clients: "Codex, Pi and 3 more clients".
func joinNames(ids []string) string {
	const most = 3
	var names []string
	for i, id := range ids {
		if rest := len(ids) - i; i == most && rest > 1 {
			names = append(names, fmt.Sprintf("%d more clients", rest))
			break
		}
		names = append(names, Name(id))
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// verbs are the verbs at the start of effects, in singular and plural.
var verbs = [][2]string{{"changes", "change"}, {"does", "do"}, {"drops", "drop"}, {"ends", "end"}, {"finds", "find"}, {"grants", "grant"},
	{"ignores", "ignore"}, {"keeps", "keep"}, {"loads", "load"}, {"neither checks nor installs", "neither check nor install"},
	{"never runs", "never run"}, {"offers", "offer"}, {"omits", "omit"}, {"presumably loads", "presumably load"}, {"reads", "read"}, {"rejects", "reject"}, {"replaces", "replace"}, {"runs", "run"},
	{"has", "have"}, {"sends", "send"}, {"shows", "show"}, {"skips", "skip"}, {"truncates", "truncate"}, {"uses", "use"}}

// plural replaces the verb at the start of an effect by its plural.
func plural(effect string) string {
	for _, v := range verbs {
		if rest, ok := strings.CutPrefix(effect, v[0]+" "); ok {
			return v[1] + " " + rest
		}
	}
	return effect
}
