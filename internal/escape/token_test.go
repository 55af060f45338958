package escape

import (
	"strings"
	"testing"
)

func TestMaskTokens(t *testing.T) {
	key := strings.Repeat("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj", 4)
	for text, want := range map[string]string{
		"no token":                                    "no token",
		"key = AKIA" + "Q3EG7XKZN5WTR2LM,":            "key = AKIA****************,",
		"key = AKIA" + "IOSFODNN7EXAMPLE,":            "key = AKIA" + "IOSFODNN7EXAMPLE,",
		"glpat-" + "x7Kq2mZr9LwTn4Vb8YcD":             "glpat-********************",
		"-----BEGIN PRIVATE KEY----- marks the start": "-----BEGIN PRIVATE KEY----- marks the start",
		"-----BEGIN PRIVATE KEY-----" + "\\" + key:    "-----BEGIN PRIVATE KEY-----\\" + strings.Repeat("*", len(key)),
		"": "",
	} {
		if got := string(MaskTokens([]byte(text))); got != want {
			t.Errorf("MaskTokens(%q) = %q, want %q", text, got, want)
		}
	}
}
