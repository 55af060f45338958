package script_test

import (
	"testing"

	"github.com/skilllint/skilllint/internal/script"
)

func TestLanguageOf(t *testing.T) {
	for _, c := range []struct {
		path, source string
		want         script.Language
	}{
		{"a/run.py", "", script.Python},
		{"RUN.PY", "", script.Python},
		{"run", "#!/usr/bin/env python3\n", script.Python},
		{"run", "#!/usr/bin/env -S python3.12 -u\n", script.Python},
		{"run", "#!/bin/bash -e\n", script.Shell},
		{"run", "echo", script.Other},
		{".profile", "#!/bin/sh\n", script.Shell},
		{"notes.txt", "#!/bin/sh\n", script.Other},
		{"a.mts", "", script.TypeScript},
		{"a.sh", "#!/usr/bin/env python3\n", script.Python},
		{"a.js", "#!/usr/bin/env bun\n", script.JavaScript},
	} {
		if got := script.LanguageOf(c.path, []byte(c.source)); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.path, c.source, got, c.want)
		}
	}
}
