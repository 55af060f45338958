package loader

import "github.com/skilllint/skilllint/schema"

// Tools are the tools of a client, and the names that other clients use for them.
type Tools struct {
	Names   []string
	Source  string // the program, and how the names were found
	Checked string // YYYY-MM-DD
}

// Tools returns the tools of a client, if its dialect does not list them; without names if they are unknown.
func (a *Client) Tools() Tools { return tools[a.ID] }

// KnowsTools reports whether the names of a client's tools are known.
func (a *Client) KnowsTools() bool { return len(a.tools().Names) > 0 }

// tools returns the tools of a client; without names if they are unknown.
func (a *Client) tools() *schema.Tools {
	if d := schema.Lookup(a.ID); d != nil && d.Tools != nil && len(d.Tools.Names) > 0 {
		return d.Tools
	}
	return &schema.Tools{Names: a.Tools().Names}
}

var tools = map[string]Tools{
	"cline": {[]string{
		"read_files", "search_codebase", "run_commands", "fetch_web_content", "apply_patch", "editor",
		"skills", "ask_question", "submit_and_exit", "AskUserQuestion", "WebFetch",
	}, "@cline/core 0.0.86, its code read", "2026-11-28"},
	"codebuff": {[]string{
		"add_message", "apply_patch", "ask_user", "code_search", "end_turn", "find_files", "glob",
		"list_directory", "lookup_agent_info", "propose_str_replace", "propose_write_file", "read_docs",
		"read_files", "read_subtree", "run_file_change_hooks", "run_terminal_command", "set_messages",
		"set_output", "skill", "spawn_agents", "str_replace", "suggest_followups", "task_completed",
		"think_deeply", "web_search", "write_file", "write_todos", "AskUserQuestion", "TodoWrite",
	}, "@codebuff/sdk 0.10.7, its code read", "2026-11-28"},
	"codex": {[]string{
		"apply_patch", "clock", "close_agent", "create_goal", "exec", "exec_command", "followup_task",
		"get_goal", "interrupt_agent", "list_agents", "list_mcp_resource_templates", "list_mcp_resources",
		"read_mcp_resource", "request_permissions", "request_user_input", "request_user_input_async",
		"resume_agent", "send_input", "send_message", "shell_command", "spawn_agent", "tool_search",
		"update_goal", "update_plan", "view_image", "wait", "wait_agent", "web_search", "write_stdin",
		"AskUserQuestion", "TodoWrite",
	}, "@openai/codex 0.169.0, the requests for gpt-5.5, gpt-5.6-sol, gpt-6-astra, gpt-6.1-sol and an unknown model recorded; update_plan, shell_command and request_permissions from its code", "2026-11-28"},
	"continue": {[]string{
		"AskQuestion", "Bash", "CheckBackgroundJob", "Checklist", "Diff", "Edit", "Exit", "Fetch", "List",
		"MultiEdit", "Read", "ReportFailure", "Search", "Skills", "Status", "Subagent", "UploadArtifact",
		"Write", "AskUserQuestion", "TodoWrite", "WebFetch",
	}, "@continuedev/cli 1.5.47, a request recorded; names of tools that it did not offer from its code", "2026-11-28"},
	"copilot": {[]string{
		"apply_patch", "ask_user", "bash", "create", "edit", "exit_plan_mode",
		"fetch_copilot_cli_documentation", "glob", "grep", "lexical_code_search", "list_agents",
		"list_bash", "read_agent", "read_bash", "semantic_code_search", "session_store_sql", "skill",
		"sql", "stop_bash", "store_memory", "task", "task_complete", "tool_search", "update_todo", "view",
		"web_fetch", "web_search", "write_agent", "AskUserQuestion", "TodoWrite",
	}, "@github/copilot 1.0.102, a request recorded; names of tools that it did not offer from its code", "2026-11-28"},
	"deepagents": {[]string{
		"delete", "edit_file", "execute", "glob", "grep", "ls", "read_file", "task", "write_file",
		"write_todos", "TodoWrite",
	}, "deepagents 1.14.1, createDeepAgent with a model that records its tools, run; execute, of backends with a shell, and write_todos from its code", "2026-11-28"},
	"kilo": {[]string{
		"read", "edit", "write", "glob", "grep", "list", "bash", "task", "webfetch", "websearch",
		"semantic_search", "lsp", "skill", "todowrite", "todoread", "question", "suggest", "apply_patch",
		"agent_manager", "background_process", "board_post", "board_read", "browser_open", "cancel_wakeup",
		"cron_create", "cron_delete", "cron_list", "link_pr", "notify_user", "schedule_wakeup",
		"send_file", "AskUserQuestion", "SendUserFile",
	}, "@kilocode/cli-linux-x64 7.7.9, its code read", "2026-11-28"},
	"letta": {[]string{
		"ApplyPatch", "AskUserQuestion", "Bash", "Edit", "EnterWorktree", "ExitWorktree", "Glob", "Grep",
		"GrepFiles", "KillBash", "LS", "ListDir", "Monitor", "MultiEdit", "Read", "ReadFile", "ReadLSP",
		"SendAgentMessage", "SetWorkingDirectory", "Shell", "ShellCommand", "Skill", "Task", "TaskCreate",
		"TaskGet", "TaskList", "TaskStop", "TaskUpdate", "TodoWrite", "UpdatePlan", "ViewImage",
		"Workflow", "Write", "exec_command", "fetch_webpage", "grep_files", "list_dir", "memory",
		"memory_apply_patch", "read_artifact_file", "read_file", "shell", "shell_command", "web_search",
		"write_artifact_file", "write_stdin", "WebFetch",
	}, "@letta-ai/letta-code 0.32.18, toolDefinitions of letta.js, read", "2026-11-28"},
	"openclaw": {[]string{
		"agents_list", "agents_wait", "apply_patch", "ask_user", "automations", "browser", "canvas",
		"code_execution", "computer", "conversations_list", "conversations_send", "conversations_turn",
		"create_goal", "dashboard", "dismiss_task", "edit", "exec", "gateway", "get_goal",
		"github_identity_status", "github_publish", "heartbeat_respond", "image_generate", "ls",
		"memory_get", "memory_search", "message", "mobile_ui", "music_generate", "nodes", "openclaw",
		"pdf", "plugins", "portal", "process", "progress_card", "read", "screen", "secrets",
		"session_status", "sessions", "sessions_history", "sessions_list", "sessions_search",
		"sessions_send", "sessions_spawn", "sessions_yield", "show_widget", "skill_workshop", "subagents",
		"suggest_task", "terminal", "theme", "tts", "update_goal", "video_generate", "view_image",
		"web_fetch", "web_search", "write", "x_search", "AskUserQuestion",
	}, "openclaw 2026.9.6, the tool catalog of its bundle, read", "2026-11-28"},
	"pi": {[]string{
		"read", "bash", "edit", "write", "grep", "find", "ls",
	}, "@earendil-works/pi-coding-agent 1.6.0, its code read", "2026-11-28"},
	"qwen": {[]string{
		"exec", "edit", "write_file", "read_file", "grep_search", "glob", "run_shell_command",
		"todo_write", "save_memory", "agent", "skill", "exit_plan_mode", "enter_plan_mode", "web_fetch",
		"web_search", "image_gen", "list_directory", "lsp", "ask_user_question", "cron_create",
		"cron_list", "cron_delete", "loop_wakeup", "create_sub_session", "list_agents", "task_stop",
		"task_create", "task_update", "task_list", "team_create", "team_delete", "send_message",
		"structured_output", "monitor", "notebook_edit", "tool_call", "tool_search", "read_mcp_resource",
		"enter_worktree", "exit_worktree", "workflow", "artifact", "record_artifact", "record_source",
		"report_findings", "get_goal", "update_goal", "ScheduleWakeup", "SetGoal", "ReadMcpResourceTool",
	}, "@qwen-code/qwen-code 0.24.4, its code read", "2026-11-28"},
}
