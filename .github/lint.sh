#!/usr/bin/env bash
# Runs skilllint with the inputs of action.yml, which come through the environment only: nothing
# that somebody typed is ever part of a script. Written for bash 3.2, which macOS has.
set -euo pipefail

cd "$INPUT_WORKING_DIRECTORY"

arguments=(lint --format text --format "sarif=$INPUT_SARIF_FILE" "--fail-on=$INPUT_FAIL_ON")
if [[ -n $INPUT_SELECT ]]; then arguments+=("--select=$INPUT_SELECT"); fi
if [[ -n $INPUT_IGNORE ]]; then arguments+=("--ignore=$INPUT_IGNORE"); fi
if [[ -n $INPUT_DIALECT ]]; then arguments+=("--dialect=$INPUT_DIALECT"); fi
if [[ -n $INPUT_CONFIG ]]; then arguments+=("--config=$INPUT_CONFIG"); fi
while IFS= read -r argument; do
  if [[ -n $argument ]]; then arguments+=("$argument"); fi
done <<<"$INPUT_ARGS"
arguments+=(--)
while IFS= read -r path; do
  if [[ -n $path ]]; then arguments+=("$path"); fi
done <<<"$INPUT_PATHS"

# A report of an earlier run must not pass for the one of this run.
rm -f -- "$INPUT_SARIF_FILE"

code=0
"$RUNNER_TEMP/skilllint/skilllint" "${arguments[@]}" || code=$?

delimiter="skilllint_$RANDOM$RANDOM$RANDOM"
report=$INPUT_SARIF_FILE
if [[ $INPUT_WORKING_DIRECTORY != . && $report != /* ]]; then
  report=$INPUT_WORKING_DIRECTORY/$report
fi
{
  printf 'exit-code=%d\n' "$code"
  printf 'sarif-file<<%s\n%s\n%s\n' "$delimiter" "$report" "$delimiter"
} >>"$GITHUB_OUTPUT"
exit "$code"
