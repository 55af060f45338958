#!/bin/sh
# Lints the files that differ from origin/main or another revision. -z, xargs -0 and -- allow any file name.
git diff -z --name-only --relative "${1:-origin/main}" | xargs -0 skilllint lint --hook --
