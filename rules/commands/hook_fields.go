package commands

import "strings"

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
