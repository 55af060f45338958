package cli

import "testing"

func TestRulePage(t *testing.T) {
	for _, test := range []struct {
		version  string
		modified bool
		want     string
	}{
		{"v1.2.3", false, "v1.2.3"},
		{"v1.2.3-rc.1", false, "v1.2.3-rc.1"},
		{"v1.2.3", true, "main"},
		{"", false, "main"},
		{"(devel)", false, "main"},
		{"v1.2.4-SNAPSHOT-0123abc", false, "main"},
		{"v1.2.4-0.20261122120000-0123456789ab", false, "main"},
		{"v1.2.3+dirty", false, "main"},
	} {
		if got := refOf(test.version, test.modified); got != test.want {
			t.Errorf("%q, modified %v: %s, want %s", test.version, test.modified, got, test.want)
		}
	}
	if got, want := rulePage("links/broken"), "https://github.com/skilllint/skilllint/blob/main/docs/rules/links/broken.md"; got != want {
		t.Errorf("page of links/broken: %s, want %s", got, want)
	}
	if got := rulePage("acme/rule"); got != "" {
		t.Errorf("page of another program's rule: %s", got)
	}
}
