#!/usr/bin/env bash
# Sourced by scripts that install programs of Debian releases in a directory, without changing the system. Those programs run
# with their own libraries, so the system may be another Debian, or Ubuntu with the package debian-archive-keyring.
#
#   . .ci/debian.sh DIR SUITE…
#
# It sets dir to the absolute path of DIR.
set -euo pipefail
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
for suite; do
  printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian %s main\n' "$suite"
done >"$dir/apt/sources.list"
: >"$dir/apt/status"
cat >"$dir/apt/apt.conf" <<END
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State "$dir/apt";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Architecture "amd64";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
END
export APT_CONFIG=$dir/apt/apt.conf
apt-get update -qq

# unpack ROOT SUITE PACKAGE… unpacks packages and their dependencies. Nothing here needs a compiler or Perl.
unpack() {
  local root=$dir/$1 suite=$2 file
  shift 2
  mkdir -p "$root"
  apt-get install -qq -y --download-only --no-install-recommends -t "$suite" "$@" >/dev/null
  for file in "$dir"/apt/cache/archives/*.deb; do
    case $file in */binutils* | */gcc-* | */libgcc-*-dev* | */libc6-dev* | */linux-libc-dev* | */perl*) ;; *) dpkg -x "$file" "$root" ;; esac
    rm "$file"
  done
}
