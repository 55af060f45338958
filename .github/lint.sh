#!/usr/bin/env bash
# Runs skilllint with the inputs of action.yml, which come through the environment only: nothing
# that somebody typed is ever part of a script. Written for bash 3.2, which macOS has.
set -euo pipefail

cd "$INPUT_WORKING_DIRECTORY"

# revision INPUT: what it names; "base" is the branch that a pull request is for, and nothing elsewhere.
revision() {
  if [[ $1 != base ]]; then printf '%s' "$1"; elif [[ -n ${GITHUB_BASE_REF:-} ]]; then printf 'origin/%s' "$GITHUB_BASE_REF"; fi
}
config_from=$(revision "$INPUT_CONFIG_FROM")
changed=$(revision "$INPUT_CHANGED")
scratch=$(mktemp -d "$RUNNER_TEMP/skilllint.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

arguments=(lint --format text --format "sarif=$INPUT_SARIF_FILE" "--fail-on=$INPUT_FAIL_ON")
if [[ -n $INPUT_SELECT ]]; then arguments+=("--select=$INPUT_SELECT"); fi
if [[ -n $INPUT_IGNORE ]]; then arguments+=("--ignore=$INPUT_IGNORE"); fi
if [[ -n $INPUT_DIALECT ]]; then arguments+=("--dialect=$INPUT_DIALECT"); fi
if [[ -n $INPUT_CONFIG ]]; then arguments+=("--config=$INPUT_CONFIG"); fi
if [[ -n $config_from ]]; then arguments+=("--config-from=$config_from"); fi
if [[ -n $changed ]]; then arguments+=("--changed=$changed"); fi
if [[ -n $INPUT_ENFORCE ]]; then arguments+=("--enforce=$INPUT_ENFORCE"); fi
if [[ $INPUT_ANNOTATIONS == true ]]; then arguments+=(--format "github=$scratch/annotations"); fi
if [[ $INPUT_SUMMARY == true ]]; then arguments+=(--format "markdown=$scratch/summary"); fi
if [[ -n $INPUT_RDJSON_FILE ]]; then arguments+=(--format "rdjson=$INPUT_RDJSON_FILE"); fi
while IFS= read -r argument; do
  if [[ -n $argument ]]; then arguments+=("$argument"); fi
done <<<"$INPUT_ARGS"
arguments+=(--)
while IFS= read -r path; do
  if [[ -n $path ]]; then arguments+=("$path"); fi
done <<<"$INPUT_PATHS"

# A report of an earlier run must not pass for the one of this run.
rm -f -- "$INPUT_SARIF_FILE"
if [[ -n $INPUT_RDJSON_FILE ]]; then rm -f -- "$INPUT_RDJSON_FILE"; fi

code=0
"$RUNNER_TEMP/skilllint/skilllint" "${arguments[@]}" || code=$?

if [[ -f $scratch/annotations ]]; then cat "$scratch/annotations"; fi
if [[ -f $scratch/summary ]]; then cat "$scratch/summary" >>"$GITHUB_STEP_SUMMARY"; fi

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
