package commands

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/script/hook"
)

// correctFields are the fields of the input that authors mean by other names.
var correctFields = map[string]string{
	"tool": "tool_name", "toolName": "tool_name", "tool_call": "tool_name",
	"toolInput": "tool_input", "input": "tool_input", "params": "tool_input", "parameters": "tool_input", "arguments": "tool_input", "args": "tool_input", "tool_args": "tool_input",
	"file_path": "tool_input", "filePath": "tool_input", "command": "tool_input", "new_string": "tool_input", "content": "tool_input",
	"tool_result": "tool_response", "tool_output": "tool_response", "toolResponse": "tool_response", "toolResult": "tool_response", "output": "tool_response", "exit_code": "tool_response",
	"user_prompt": "prompt", "userPrompt": "prompt", "user_message": "prompt", "user_input": "prompt",
	"sessionId": "session_id", "transcriptPath": "transcript_path", "hookEventName": "hook_event_name", "hook_event": "hook_event_name", "event_name": "hook_event_name",
	"subagent_type": "agent_type", "subagent_name": "agent_type", "agent_name": "agent_type",
	"working_directory": "cwd", "project_dir": "cwd",
}

// wholeField returns a field as a script reads it.
func wholeField(name, correct string) string {
	switch name {
	case "file_path", "command", "new_string", "content":
		return correct + "." + name
	case "filePath":
		return correct + ".file_path"
	}
	return correct
}

// eventFields are the fields of events that would be wrong in others.
var eventFields = map[string][]string{"PreSkillShellCommand": {"command"}, "FileChanged": {"file_path"}, "InstructionsLoaded": {"file_path", "content"}, "ConfigChange": {"file_path"}, "Elicitation": {"params"}}

// specific are the events whose hooks may write hookSpecificOutput.
var specific = strings.Fields("PreToolUse UserPromptSubmit UserPromptExpansion SessionStart Setup SubagentStart PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop PermissionDenied Notification PermissionRequest " +
	"Elicitation ElicitationResult CwdChanged FileChanged WorktreeCreate MessageDisplay")

// outputKeys are the keys of a hook's output.
var outputKeys = strings.Fields("continue suppressOutput stopReason decision reason systemMessage terminalSequence hookSpecificOutput async asyncTimeout")

// ignoredKeys are keys by which authors mean a decision or a message.
var ignoredKeys = strings.Fields("action error allow allowed approve approved block blocked message feedback context additional_context permissionDecision additionalContext")

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
	if d := o.Get("permissionDecision"); d != nil && isName(d.Text) && !slices.Contains([]string{"allow", "deny", "ask", "defer"}, d.Text) {
		h.report(d.Value, analysis.Diagnostic{Message: "invalid \"permissionDecision\": " + quote.Text(d.Text), Effect: rejected, Help: "use \"allow\", \"deny\", \"ask\" or \"defer\""})
	}
	if c := o.Get("additionalContext"); c != nil && (c.List || c.Word != "" && isList(c.Word, text)) {
		h.report(c.Range, analysis.Diagnostic{Message: "\"additionalContext\" is a list", Effect: rejected, Help: "join the list to one text"})
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
