#!/bin/sh
# Lints the repository and writes reports.
#
#   BASE=origin/main sh ci.sh    new findings only, with the configuration of origin/main
#   sh ci.sh                     all findings
#
# If skilllint is not installed, SKILLLINT_VERSION and SKILLLINT_SHA256 select the release to download; its
# checksums.txt has the checksums. --fetch fetches what a shallow clone lacks of BASE.
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

# Configurations and comments in the repository cannot disable security rules.
set -- lint "--enforce=security/*" --format text --format "sarif=$reports/skilllint.sarif" --format "junit=$reports/skilllint.xml"
if [ -n "${BASE:-}" ]; then
  set -- "$@" "--changed=$BASE" "--config-from=$BASE" --fetch
fi
# Exit code 1: findings; 2: skilllint could not run as requested.
skilllint "$@"
