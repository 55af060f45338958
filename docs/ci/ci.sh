#!/bin/sh
# Lints the tree and leaves reports, in whatever runs shell scripts.
#
#   BASE=origin/main sh ci.sh    what the branch adds, by the configuration of origin/main
#   sh ci.sh                     all that is found
#
# Where skilllint is not installed, SKILLLINT_VERSION and SKILLLINT_SHA256 say which release is fetched; the
# sums are in its checksums.txt. With git, the history has to be there: no shallow clone.
set -eu

reports=${REPORTS:-reports}
releases=${SKILLLINT_RELEASES:-https://github.com/skilllint/skilllint/releases/download}
mkdir -p "$reports"

if ! command -v skilllint >/dev/null; then
  : "${SKILLLINT_VERSION:?is not set, as in 1.2.3, and skilllint is not installed}" "${SKILLLINT_SHA256:?is not set}"
  bin=$(mktemp -d)
  trap 'rm -rf "$bin"' EXIT
  archive=skilllint_${SKILLLINT_VERSION}_linux_amd64.tar.gz
  curl --fail --silent --show-error --location --output "$bin/$archive" "$releases/v$SKILLLINT_VERSION/$archive"
  printf '%s  %s\n' "$SKILLLINT_SHA256" "$bin/$archive" | sha256sum --check --quiet -
  tar -xzf "$bin/$archive" -C "$bin" skilllint
  PATH=$bin:$PATH
fi

set -- lint --format text --format "sarif=$reports/skilllint.sarif" --format "junit=$reports/skilllint.xml"
if [ -n "${BASE:-}" ]; then
  set -- "$@" "--changed=$BASE" "--config-from=$BASE" "--enforce=security/*"
fi
# Exit code 1: there are findings; 2: it could not do what was asked.
skilllint "$@"
