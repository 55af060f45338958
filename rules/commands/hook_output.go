package commands

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/script/hook"
)

// rejected is the effect of output that violates Claude Code's schema.
const rejected = "Claude Code rejects the whole output, and the hook has no effect"

// output reports what Claude Code rejects or ignores in an object that a script writes.
func (h *hookScript) output(o *hook.Object, text string) {
	if k := o.Get("decision"); k != nil && k.Text != "" && isName(k.Text) && k.Text != "approve" && k.Text != "block" && !h.others {
		help := "use \"block\", or leave it out"
		if slices.Contains(h.events, "PreToolUse") {
			help = "use \"permissionDecision\" in \"hookSpecificOutput\""
		}
		h.report(k.Value, analysis.Diagnostic{Message: "invalid decision of a hook: " + quote.Text(k.Text), Effect: rejected, Help: help})
	}
	k := o.Get("hookSpecificOutput")
	if k != nil {
		if k.Object != nil {
			h.specific(k, text)
		}
		return
	}
	if o.Open || h.others || slices.ContainsFunc(o.Keys, func(k hook.Key) bool { return slices.Contains(outputKeys, k.Name) && k.Name != "reason" }) && o.Get("permissionDecision") == nil && o.Get("additionalContext") == nil {
		return
	}
	for _, k := range o.Keys {
		if !slices.Contains(ignoredKeys, k.Name) {
			continue
		}
		d := analysis.Diagnostic{Severity: analysis.Warning, Message: "unknown key of a hook's output: " + quote.Text(k.Name), Effect: "Claude Code ignores it"}
		switch k.Name {
		case "permissionDecision", "additionalContext":
			d.Message, d.Help = quote.Text(k.Name)+" is not in \"hookSpecificOutput\"", "move it into \"hookSpecificOutput\", with the \"hookEventName\""
		case "message", "feedback", "error":
			d.Help = "use \"systemMessage\" for users, and \"reason\" with a decision for the model"
		case "context", "additional_context":
			d.Help = "use \"additionalContext\" in \"hookSpecificOutput\""
		default:
			d.Help = "use \"decision\": \"block\" with a \"reason\""
		}
		h.report(k.Range, d)
		return
	}
}

// specific reports problems of hookSpecificOutput.
func (h *hookScript) specific(k *hook.Key, text string) {
	o := k.Object
	event := o.Get("hookEventName")
	switch {
	case event == nil && !o.Open && !strings.Contains(text, `"hookEventName"]`) && !strings.Contains(text, ".hookEventName"):
		h.report(k.Range, analysis.Diagnostic{Message: "\"hookSpecificOutput\" without \"hookEventName\"", Effect: rejected, Help: "add \"hookEventName\" with the name of the event"})
	case event != nil && isName(event.Text) && !slices.Contains(specific, event.Text):
		h.report(event.Value, analysis.Diagnostic{Message: "event without \"hookSpecificOutput\": " + quote.Text(event.Text), Effect: rejected, Help: "remove \"hookSpecificOutput\""})
	case event != nil && isName(event.Text) && !slices.Contains(h.events, event.Text) && strings.Count(text, "hookEventName") == 1:
		h.report(event.Value, analysis.Diagnostic{Message: "output is for " + quote.Text(event.Text) + ", but the hook runs at " + quote.Text(h.events[0]), Effect: rejected, Help: "use the name of the event"})
	}
	if event != nil {
		h.unknown(o, event.Text)
	}
	if d := o.Get("permissionDecision"); d != nil && isName(d.Text) && !slices.Contains([]string{"allow", "deny", "ask", "defer"}, d.Text) {
		h.report(d.Value, analysis.Diagnostic{Message: "invalid \"permissionDecision\": " + quote.Text(d.Text), Effect: rejected, Help: "use \"allow\", \"deny\", \"ask\" or \"defer\""})
	}
	if c := o.Get("additionalContext"); c != nil && (c.List || c.Word != "" && isList(c.Word, text)) {
		h.report(c.Range, analysis.Diagnostic{Message: "\"additionalContext\" is a list", Effect: rejected, Help: "join the list to one text"})
	}
}

// unknown reports the first key of hookSpecificOutput that no event of tools, prompts and sessions has, but authors expect.
func (h *hookScript) unknown(o *hook.Object, event string) {
	if h.others || !slices.Contains(specific[:12], event) {
		return
	}
	for _, k := range o.Keys {
		help := ""
		switch k.Name {
		case "decision", "permission", "action", "behavior":
			help = "use \"permissionDecision\""
			if event != "PreToolUse" {
				help = "use \"decision\" outside of \"hookSpecificOutput\""
			}
		case "reason":
			help = "use \"permissionDecisionReason\""
			if event != "PreToolUse" {
				help = "move it out of \"hookSpecificOutput\""
			}
		case "continue", "suppressOutput", "stopReason", "systemMessage":
			help = "move it out of \"hookSpecificOutput\""
		case "message", "context", "additional_context":
			help = "use \"additionalContext\""
		default:
			continue
		}
		h.report(k.Range, analysis.Diagnostic{Severity: analysis.Warning, Message: "unknown key of \"hookSpecificOutput\": " + quote.Text(k.Name), Effect: "Claude Code ignores it for " + event, Help: help})
		return
	}
}

// isList reports whether a variable of Python is an empty list at first, and nothing else later.
func isList(name, text string) bool {
	return strings.Count(text, name+" = ") == 1 && strings.Count(text, "\n"+name+" = []\n")+strings.Count(text, " "+name+" = []\n") == 1
}

// isName reports whether a text is a single word of letters, and not a variable or a template.
func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}
