package analysis

import "testing"

func TestIsWindowsDevice(t *testing.T) {
	for name, want := range map[string]bool{
		"aux": true, "Con.md": true, "NUL.tar.gz": true, "prn .txt": true, "com1": true, "LPT9.md": true, "com¹": true, "lpt³.x": true,
		"": false, "auxiliary": false, "com": false, "com0": false, "com10": false, "comx": false, "nul-values.md": false, "a.nul": false, "com1 2": false,
	} {
		if got := IsWindowsDevice(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
