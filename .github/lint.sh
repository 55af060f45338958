#!/usr/bin/env bash
# Runs skilllint with the inputs of action.yml. They come through the environment, so that no input is part of a
# script. Works with bash 3.2, the version of macOS.
set -euo pipefail

# refuse MESSAGE fails the step with exit code 2.
refuse() {
  printf '::error title=skilllint::%s\n' "$1"
  exit 2
}

scratch=$(mktemp -d "$RUNNER_TEMP/skilllint.XXXXXX")
code=2 sarif='' rdjson='' upload=false errors='' warnings='' infos='' findings='' suppressed='' baselined=''

# output NAME VALUE sets an output. The delimiter is random, so that a value cannot contain it.
# shellcheck disable=SC2317 # see finish
output() {
  local mark="skilllint_$RANDOM$RANDOM$RANDOM$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$mark" "$2" "$mark" >>"$GITHUB_OUTPUT"
}

# finish sets the outputs, also after errors.
# shellcheck disable=SC2317 # called by trap
finish() {
  output exit-code "$code"
  output errors "$errors"
  output warnings "$warnings"
  output infos "$infos"
  output findings "$findings"
  output suppressed "$suppressed"
  output baselined "$baselined"
  output sarif "$sarif"
  output can-upload "$upload"
  output rdjson "$rdjson"
  rm -rf "$scratch"
}
trap finish EXIT

workspace=$(pwd -P)
cd -P -- "$INPUT_WORKING_DIRECTORY" 2>/dev/null || refuse 'working-directory: no such directory'
case $INPUT_WORKING_DIRECTORY in
  /* | [A-Za-z]:* | *..*) ;;
  *) if [[ $PWD/ != "$workspace"/* ]]; then refuse 'working-directory: a symbolic link out of the workspace'; fi ;;
esac

# On pull requests of forks and of Dependabot the token is read-only, whatever the workflow requests.
stranger=false
case ${GITHUB_EVENT_NAME:-} in
  pull_request | pull_request_review | pull_request_review_comment)
    if [[ $HEAD_REPOSITORY != "$GITHUB_REPOSITORY" ]]; then stranger=true; fi ;;
esac
if [[ ${GITHUB_ACTOR:-} == 'dependabot[bot]' ]]; then stranger=true; fi

# wanted NAME VALUE succeeds if annotations or a summary are enabled; auto: if nothing can be uploaded.
wanted() {
  case $2 in
    true | false) [[ $2 == true ]] ;;
    auto) $stranger ;;
    *) refuse "$1: write true, false or auto" ;;
  esac
}

# "base" is the target branch of the pull request. The program finds or fetches it: git is not called here, because in a
# directory that a pull request has written, it might run what the pull request configures.
config_from=$INPUT_CONFIG_FROM changed=$INPUT_CHANGED base='' fetch=false
if [[ -n ${GITHUB_BASE_REF:-} ]]; then base=refs/remotes/origin/$GITHUB_BASE_REF; fi
if [[ $config_from == base ]]; then config_from=$base; fi
if [[ $changed == base ]]; then changed=$base; fi
if [[ -n $base && ($config_from == "$base" || $changed == "$base") ]]; then fetch=true; fi

arguments=(lint --format text --format "json=$scratch/report" "--fail-on=$INPUT_FAIL_ON")
if [[ -n $INPUT_SARIF ]]; then arguments+=(--format "sarif=$INPUT_SARIF"); fi
if [[ -n $INPUT_RDJSON ]]; then arguments+=(--format "rdjson=$INPUT_RDJSON"); fi
if [[ -n $INPUT_SELECT ]]; then arguments+=("--select=$INPUT_SELECT"); fi
if [[ -n $INPUT_IGNORE ]]; then arguments+=("--ignore=$INPUT_IGNORE"); fi
if [[ -n $INPUT_DIALECT ]]; then arguments+=("--dialect=$INPUT_DIALECT"); fi
if [[ -n $INPUT_CONFIG ]]; then arguments+=("--config=$INPUT_CONFIG"); fi
if [[ -n $config_from ]]; then arguments+=("--config-from=$config_from"); fi
if [[ -n $changed ]]; then arguments+=("--changed=$changed"); fi
if $fetch; then arguments+=("--fetch=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"); fi
if [[ -n $INPUT_ENFORCE ]]; then arguments+=("--enforce=$INPUT_ENFORCE"); fi
if wanted annotations "$INPUT_ANNOTATIONS"; then arguments+=(--format "github=$scratch/annotations"); fi
if wanted summary "$INPUT_SUMMARY"; then arguments+=(--format "markdown=$scratch/summary"); fi
# Spaces around a line and carriage returns are removed.
return=$'\r'
while read -r line; do
  if [[ -n $line ]]; then arguments+=("$line"); fi
done <<<"${INPUT_ARGS//$return/}"
arguments+=(--)
while read -r line; do
  if [[ -n $line ]]; then arguments+=("$line"); fi
done <<<"${INPUT_PATHS//$return/}"

# Remove reports of earlier runs, but nothing through a symbolic link of the pull request. skilllint reports invalid paths.
for report in "$INPUT_SARIF" "$INPUT_RDJSON"; do
  if [[ -z $report ]]; then continue; fi
  folder=$(cd -P -- "$(dirname -- "$report")" 2>/dev/null && pwd) || continue
  if [[ $report == /* || $folder/ == "$PWD"/* ]]; then rm -f -- "$report" 2>/dev/null || true; fi
done

code=0
"$RUNNER_TEMP/skilllint/skilllint" "${arguments[@]}" 2>"$scratch/said" || code=$?

cat "$scratch/said" >&2
if [[ $code -gt 1 ]]; then # also shown outside of the log
  why=$(head -n 10 "$scratch/said") newline=$'\n'
  why=${why#skilllint: }
  why=${why//%/%25}
  printf '::error title=skilllint::%s\n' "${why//$newline/%0A}"
fi
if [[ -f $scratch/annotations ]]; then cat "$scratch/annotations"; fi
if [[ -f $scratch/summary ]]; then cat "$scratch/summary" >>"$GITHUB_STEP_SUMMARY"; fi

# The report begins with the summary.
if [[ -f $scratch/report ]]; then
  head=$(head -c 1000 "$scratch/report")
  for name in errors warnings infos suppressed baselined; do
    number="\"$name\":([0-9]+)"
    if [[ $head =~ $number ]]; then printf -v "$name" '%s' "${BASH_REMATCH[1]}"; fi
  done
  findings=$((errors + warnings + infos))
fi

# reported FILE prints the path relative to the workspace, if the program has written the file.
reported() {
  if [[ $code -gt 1 || -z $1 || ! -f $1 ]]; then return; fi
  if [[ $INPUT_WORKING_DIRECTORY == . || $1 == /* || $1 == [A-Za-z]:* ]]; then printf '%s' "$1"; else printf '%s/%s' "$INPUT_WORKING_DIRECTORY" "$1"; fi
}
sarif=$(reported "$INPUT_SARIF")
rdjson=$(reported "$INPUT_RDJSON")
if [[ -n $sarif ]]; then
  if ! $stranger; then
    upload=true
  else
    where=
    if [[ -f $scratch/annotations ]]; then where='annotations'; fi
    if [[ -f $scratch/summary ]]; then where=${where:+$where and }'the job summary'; fi
    printf '::notice title=skilllint::The SARIF report cannot be uploaded: the token is read-only on pull requests of forks and of Dependabot. %s\n' "The findings are in ${where:-the log} instead."
  fi
fi
exit "$code"
