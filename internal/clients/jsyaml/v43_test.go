package jsyaml

import "testing"

// TestV43 has texts that 4.3.2 reads differently from 4.1.1. They were verified with the library, except messages and offsets.
func TestV43(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a: \"b  \n  c\"", `{"a": "b c"}`},
		{"|\na", "error at 2: missing indentation of a block scalar"},
		{"|-\na", "error at 3: missing indentation of a block scalar"},
		{"|+\na\n\n", "error at 3: missing indentation of a block scalar"},
		{">\na\nb\n", "error at 2: missing indentation of a block scalar"},
		{">-\na\n b\n", "error at 3: missing indentation of a block scalar"},
		{"|\na\n---\n", "error at 2: missing indentation of a block scalar"},
		{"&x a: b", `{"a": "b"}`},
		{"a: &x\n&y b: c", `{"a": null, "b": "c"}`},
		{"a: !!float \"._e5\"", "error at 3: a tag for values that look different"},
		{"!!binary aGk= : a", `{"104,105": "a"}`},
		{"%TAG !e1! x\n---\na", `"a"`},
		{"[0x1F, 0xfg, 0x, -0xa, 0x_1]", `[31, "0xfg", "0x", -10, "0x_1"]`},
		{"[010, 08, 0o17, 0o8, 00, 0_7, -010]", `[10, 8, 15, "0o8", 0, "0_7", -10]`},
		{"[1.5, 1., .5, -.5, +1.5, 1.5.1, 1_0.5, 01.5, 00.5, ., ._, ._5]", `[1.5, 1, 0.5, "-.5", 1.5, "1.5.1", "1_0.5", 1.5, 0.5, ".", "._", "._5"]`},
		{"[1e3, 1E3, 1e+3, 1e-3, 1e, 1.e3, .5e1, e3, 1e3.5, 1e400]", `[1000, 1000, 1000, 0.001, "1e", 1000, 5, "e3", "1e3.5", "1e400"]`},
		{"[0x20000000000001, 9007199254740993, 0b1_1, +0x10, +0]", `[9007199254740992, 9007199254740992, "0b1_1", 16, 0]`},
		{"! <<: {a: 1}", `{"<<": {"a": 1}}`},
		{"!!merge <<: {a: 1}", `{"a": 1}`},
	} {
		if got := answerTo(test.text, V43); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
