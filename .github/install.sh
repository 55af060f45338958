#!/usr/bin/env bash
# Gets skilllint for action.yml: the released binary that this commit of the action has a checksum of, or
# word that it is to be built. At the commit of a release, .github/release.txt names it. Written for bash
# 3.2, which macOS has.
set -euo pipefail

# refuse WHY ends the step as skilllint ends when it cannot do what it was asked.
refuse() {
  printf '::error title=skilllint::%s\n' "$1"
  exit 2
}

# known VERSION: whether checksums of this release are there.
known() { [[ -f $checksums ]] && grep -qF "  skilllint_${1#v}_" "$checksums"; }

# holds FILE SUM: whether a file has this SHA-256.
holds() {
  local got
  if command -v sha256sum >/dev/null; then got=$(sha256sum <"$1"); else got=$(shasum -a 256 <"$1"); fi
  [[ ${got%% *} == "$2" ]]
}

# platform prints system and processor as the names of binaries have them.
platform() {
  local system processor
  case ${RUNNER_OS:-$(uname -s)} in
    Linux) system=linux ;;
    macOS | Darwin) system=darwin ;;
    Windows | MINGW* | MSYS* | CYGWIN*) system=windows ;;
  esac
  case ${RUNNER_ARCH:-$(uname -m)} in
    X64 | x86_64 | amd64) processor=amd64 ;;
    ARM64 | aarch64 | arm64) processor=arm64 ;;
  esac
  printf '%s_%s' "${system-other}" "${processor-other}"
}

# build says that skilllint is built from the checkout of the action, and which Go is needed that is not here.
build() {
  local go=''
  if ! (cd "$GITHUB_ACTION_PATH" && GOFLAGS='' GOWORK=off GOTOOLCHAIN=local go list -m) >/dev/null 2>&1; then
    go=$(sed -n 's/^go \([0-9.]*\)$/~\1/p' "$GITHUB_ACTION_PATH/go.mod")
  fi
  printf 'build=true\ngo=%s\n' "$go" >>"$GITHUB_OUTPUT"
}

checksums=$GITHUB_ACTION_PATH/.github/checksums.txt
version=$INPUT_VERSION
if [[ -z $version ]]; then
  version=source
  if [[ -f $GITHUB_ACTION_PATH/.github/release.txt ]]; then IFS=' ' read -r version _ <"$GITHUB_ACTION_PATH/.github/release.txt"; fi
fi
if [[ $version == source ]]; then
  build
  exit
fi

shape='^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$'
[[ $version =~ $shape ]] || refuse 'version: write a release such as v1.2.3, source to build what this commit of the action has, or nothing'
known "$version" || refuse "version: this commit of the action has no checksums of $version, so it does not run it; write uses: skilllint/skilllint@$version, without version"
platform=$(platform)
file=skilllint suffix=
case $platform in windows_*) file=skilllint.exe suffix=.exe ;; esac
name=skilllint_${version#v}_$platform$suffix
sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  ${name//./\\.}\$/\1/p" "$checksums")
[[ -n $sum ]] || refuse "version: $version has no binary for ${RUNNER_OS:-this system} on ${RUNNER_ARCH:-this processor}; write version: source to build it"

# What is downloaded is run only if it is what the checksum says, wherever it comes from; tests have it elsewhere.
from=${SKILLLINT_DOWNLOADS:-https://github.com/skilllint/skilllint/releases/download} schemes='=https'
if [[ -n ${SKILLLINT_DOWNLOADS:-} ]]; then schemes='=https,http,file'; fi
folder=$RUNNER_TEMP/skilllint
mkdir -p "$folder"
if [[ ! -f $folder/$file ]] || ! holds "$folder/$file" "$sum"; then
  rm -f "$folder/$file" "$folder/download"
  curl --proto "$schemes" --proto-redir "$schemes" --tlsv1.2 --fail --silent --show-error --location --retry 3 --connect-timeout 30 --max-time 300 \
    --output "$folder/download" "$from/$version/$name" || refuse "$name of $version could not be downloaded; curl says why above"
  if ! holds "$folder/download" "$sum"; then
    rm -f "$folder/download"
    refuse "what was downloaded as $name of $version has another checksum than the release, so it is not run"
  fi
  chmod +x "$folder/download"
  mv "$folder/download" "$folder/$file"
fi
printf 'skilllint %s: the checksum of %s is the one of the release\n' "$version" "$name"
printf '%s\n' "$folder" >>"$GITHUB_PATH"
printf 'build=false\ngo=\n' >>"$GITHUB_OUTPUT"
