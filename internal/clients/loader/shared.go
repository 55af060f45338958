package loader

import "strings"

// Reworded words a reason that an agent gives for others that share it: with another subject in the
// place of the agent's name ("codex and gemini"), and where that is several, with the verb behind
// it in the plural.
func Reworded(message, agent, subject string, several bool) string {
	name := agent
	if a := Lookup(agent); a != nil {
		name = a.spoken()
	}
	var b strings.Builder
	for {
		i := strings.Index(message, name)
		if i < 0 {
			return b.String() + message
		}
		before, behind := message[:i], message[i+len(name):]
		b.WriteString(before)
		if !isEdge(before, true) || !isEdge(behind, false) {
			b.WriteString(name)
		} else if b.WriteString(subject); several {
			behind = inPlural(behind)
		}
		message = behind
	}
}

// spoken is what an agent is called in its reasons.
func (a *Agent) spoken() string {
	if a == agentskills {
		return "the validator"
	}
	return a.ID
}

// isEdge reports whether a word may stand before a text, or at its end.
func isEdge(text string, atEnd bool) bool {
	if text == "" {
		return true
	}
	c := text[0]
	if atEnd {
		c = text[len(text)-1]
	}
	return strings.IndexByte(" ,;:()", c) >= 0
}

// verbs are what agents do in reasons, for one of them and for several.
var verbs = [][2]string{{"does", "do"}, {"is", "are"}, {"has", "have"}, {"takes", "take"}, {"reads", "read"}, {"shows", "show"},
	{"finds", "find"}, {"wants", "want"}, {"leaves", "leave"}, {"puts", "put"}, {"calls", "call"}, {"cuts", "cut"}, {"rejects", "reject"},
	{"loads", "load"}, {"drops", "drop"}, {"makes", "make"}, {"ignores", "ignore"}, {"keeps", "keep"}, {"needs", "need"}, {"gives", "give"},
	{"skips", "skip"}, {"breaks", "break"}, {"runs", "run"}, {"knows", "know"}, {"lists", "list"}, {"turns", "turn"}, {"collapses", "collapse"},
	{"ends", "end"}, {"goes", "go"}, {"changes", "change"}, {"quotes", "quote"}, {"repairs", "repair"}}

// inPlural puts the verb that begins a text, or a clause with "which" that does, into the plural.
func inPlural(text string) string {
	lead := " "
	if strings.HasPrefix(text, ", which ") {
		lead = ", which "
	}
	rest, ok := strings.CutPrefix(text, lead)
	if !ok {
		return text
	}
	verb, _, _ := strings.Cut(rest, " ")
	for _, v := range verbs {
		if v[0] == verb {
			return lead + v[1] + rest[len(verb):]
		}
	}
	return text
}
