#!/bin/sh
# Lints the file that an agent has just edited, and returns the findings to the agent. Claude Code and Gemini CLI
# show standard error to the model after exit code 2; after other codes they continue.
for tool in jq skilllint; do
  if ! command -v "$tool" >/dev/null; then
    echo "skilllint's hook did nothing: $tool is not installed" >&2
    exit 1
  fi
done

file=$(jq --raw-output --join-output '(.tool_input.file_path? // "" | strings) + "."') || exit 1
file=${file%.} # the period preserves line breaks at the end of a name
if [ -z "$file" ]; then exit 0; fi

cd "${CLAUDE_PROJECT_DIR:-${GEMINI_PROJECT_DIR:-.}}" || exit 1
code=0
found=$(skilllint lint --hook --enforce='security/*' --fail-on warning --color never -- "$file" 2>&1) || code=$?
case $code in
  0) exit 0 ;;
  1) printf '%s\n' "$found" >&2; exit 2 ;;
  *) printf '%s\n' "$found" >&2; exit 1 ;;
esac
