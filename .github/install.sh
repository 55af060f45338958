#!/usr/bin/env bash
# Installs skilllint for action.yml: a released binary whose checksum this commit contains, or a note that it must be
# built. At the commit of a release, .github/release.txt names the release. Works with bash 3.2, the version of macOS.
set -euo pipefail

# refuse MESSAGE fails the step with exit code 2.
refuse() {
  printf '::error title=skilllint::%s\n' "$1"
  exit 2
}

# known VERSION succeeds if checksums of the release exist.
known() { [[ -f $checksums ]] && grep -qF "  skilllint_${1#v}_" "$checksums"; }

# holds FILE SUM succeeds if the file has this SHA-256.
holds() {
  local got
  if command -v sha256sum >/dev/null; then got=$(sha256sum <"$1"); else got=$(shasum -a 256 <"$1"); fi
  [[ ${got%% *} == "$2" ]]
}

# platform prints system and processor as in the names of binaries.
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

# build requests a build from the checkout of the action, and the Go version to install if needed.
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
[[ $version =~ $shape ]] || refuse 'version: write a release such as v1.2.3, "source" to build from the checkout of the action, or nothing'
known "$version" || refuse "version: this commit of the action has no checksums of $version; write uses: skilllint/skilllint@$version, without version"
platform=$(platform)
file=skilllint suffix=
case $platform in windows_*) file=skilllint.exe suffix=.exe ;; esac
name=skilllint_${version#v}_$platform$suffix
sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  ${name//./\\.}\$/\1/p" "$checksums")
[[ -n $sum ]] || refuse "version: $version has no binary for ${RUNNER_OS:-this system} on ${RUNNER_ARCH:-this processor}; write version: source to build it"

# A download is run only if its checksum matches, wherever it comes from. Tests use another server.
from=${SKILLLINT_DOWNLOADS:-https://github.com/skilllint/skilllint/releases/download} schemes='=https'
if [[ -n ${SKILLLINT_DOWNLOADS:-} ]]; then schemes='=https,http,file'; fi
dir=$RUNNER_TEMP/skilllint
mkdir -p "$dir"
if [[ ! -f $dir/$file ]] || ! holds "$dir/$file" "$sum"; then
  rm -f "$dir/$file" "$dir/download"
  curl --proto "$schemes" --proto-redir "$schemes" --tlsv1.2 --fail --silent --show-error --location --retry 3 --connect-timeout 30 --max-time 300 \
    --output "$dir/download" "$from/$version/$name" || refuse "cannot download $name of $version; see the message of curl above"
  if ! holds "$dir/download" "$sum"; then
    rm -f "$dir/download"
    refuse "the download of $name $version does not match the checksum of the release"
  fi
  chmod +x "$dir/download"
  mv "$dir/download" "$dir/$file"
fi
printf 'skilllint %s: the checksum of %s matches the release\n' "$version" "$name"
printf '%s\n' "$dir" >>"$GITHUB_PATH"
printf 'build=false\ngo=\n' >>"$GITHUB_OUTPUT"
