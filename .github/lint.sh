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

cd "$INPUT_WORKING_DIRECTORY" 2>/dev/null || refuse 'working-directory: no such directory'

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

# fetch REASON ARGUMENT… fetches from the origin of the checkout.
fetch() {
  local why=$1
  shift
  printf 'git fetch %s\n' "$*"
  if ! GIT_TERMINAL_PROMPT=0 git -c core.hooksPath=/dev/null fetch --quiet --no-tags --no-recurse-submodules "$@" >"$scratch/fetch" 2>&1; then
    sed -e 's/##\[/## [/g' -e 's/^/  git: /' "$scratch/fetch"
    refuse "$why and cannot be fetched; set fetch-depth: 0 at actions/checkout"
  fi
}

# commit REVISION prints the hash of its commit.
commit() { git rev-parse --quiet --verify --end-of-options "$1^{commit}" 2>/dev/null; }

# find_base INPUT sets base to the target branch of the pull request, and fetches it if needed: checkouts usually
# contain only the pull request. INPUT is the input that needs it.
base='' remote=refs/remotes/origin/${GITHUB_BASE_REF:-}
find_base() {
  local origin
  git rev-parse --git-dir >/dev/null 2>"$scratch/git" || {
    sed -e 's/##\[/## [/g' -e 's/^/  git: /' "$scratch/git"
    refuse "$1: git finds no repository here; use actions/checkout, or write $1: \"\""
  }
  # A checkout of the fork contains branches of the fork.
  origin=$(git config --get remote.origin.url || true)
  case ${origin%.git} in
    */"$GITHUB_REPOSITORY" | *:"$GITHUB_REPOSITORY") ;;
    */"$HEAD_REPOSITORY" | *:"$HEAD_REPOSITORY") if [[ -n $HEAD_REPOSITORY ]]; then refuse "$1: the checkout is of the fork, which does not have the target branch; remove repository at actions/checkout, or write $1: \"\""; fi ;;
  esac
  if ! commit "$remote" >/dev/null; then
    fetch "$1: the target branch is not in the checkout" --depth=1 origin "+refs/heads/$GITHUB_BASE_REF:$remote"
  fi
  # Show the short name, unless a tag has it, too.
  base=${remote#refs/remotes/}
  if [[ $(commit "$base") != "$(commit "$remote")" ]]; then base=$remote; fi
}

config_from=$INPUT_CONFIG_FROM changed=$INPUT_CHANGED
for input in config-from changed; do
  variable=${input/-/_}
  if [[ ${!variable} == base ]]; then
    printf -v "$variable" '%s' '' # bash 3.2 needs a format
    if [[ -n ${GITHUB_BASE_REF:-} ]]; then
      find_base "$input"
      printf -v "$variable" '%s' "$base"
    fi
  fi
done
if [[ -n $base && $changed == "$base" && -z $(git merge-base HEAD "$base" || true) && $(git rev-parse --is-shallow-repository) == true ]]; then
  fetch 'changed: the merge base of the pull request is not in the checkout' --unshallow origin "+refs/heads/$GITHUB_BASE_REF:$remote"
fi

arguments=(lint --format text --format "json=$scratch/report" "--fail-on=$INPUT_FAIL_ON")
if [[ -n $INPUT_SARIF ]]; then arguments+=(--format "sarif=$INPUT_SARIF"); fi
if [[ -n $INPUT_RDJSON ]]; then arguments+=(--format "rdjson=$INPUT_RDJSON"); fi
if [[ -n $INPUT_SELECT ]]; then arguments+=("--select=$INPUT_SELECT"); fi
if [[ -n $INPUT_IGNORE ]]; then arguments+=("--ignore=$INPUT_IGNORE"); fi
if [[ -n $INPUT_DIALECT ]]; then arguments+=("--dialect=$INPUT_DIALECT"); fi
if [[ -n $INPUT_CONFIG ]]; then arguments+=("--config=$INPUT_CONFIG"); fi
if [[ -n $config_from ]]; then arguments+=("--config-from=$config_from"); fi
if [[ -n $changed ]]; then arguments+=("--changed=$changed"); fi
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

# Remove reports of earlier runs.
for report in "$INPUT_SARIF" "$INPUT_RDJSON"; do
  if [[ -n $report ]]; then rm -f -- "$report" 2>/dev/null || true; fi # skilllint reports an invalid path
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

# reported FILE prints the path relative to the workspace, if the file exists.
reported() {
  if [[ -z $1 || ! -f $1 ]]; then return; fi
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
