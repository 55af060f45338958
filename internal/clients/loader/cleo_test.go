package loader

import "testing"

// TestCleoFields compares texts with what parseFrontmatter of kryptobaseddev/cleo 77fb47e0 returns for them: 180 published skills and
// 20,000 random headers were equal.
func TestCleoFields(t *testing.T) {
	for _, c := range []struct{ text, name, description string }{
		{"---\nname: a\ndescription: b\n---\n", "a", "b"},
		{"\ufeff---\r\nname: a\r\ndescription: b\r\n---\r\n", "a", "b"},
		{"---\nname:a\ndescription: >-\n  b\n  c\n---\n", "a", ">-"},
		{"---\nname: a\ndescription: |\n  b\n---\n", "a", ""},
		{"---\nname: a\ndescription: |-\n  b\n---\n", "a", "|-"},
		{"---\nname: a # the name\ndescription: \"b\n  c\"\n---\n", "a # the name", "b"},
		{"---\nname: 'a'\ndescription: \"it's\"\n---\n", "a", "it's"},
		{"---\nname: a\ndescription:\n  - b\n  - 'c'\n---\n", "a", "b,c"},
		{"---\nname: a\ndescription:\n- b\n---\n", "a", ""},
		{"---\nname: a\nmetadata:\n  name: b\n---\n", "a", ""},
		{"---\nname: a\nname: b\n ---\nname: c\n", "b", ""},
		{" ---\nname: a\n", "a", ""},
		{"\n---\nname: a\n---\n", "", ""},
	} {
		fields, _ := cleoFields([]byte(c.text))
		if fields["name"] != c.name || fields["description"] != c.description {
			t.Errorf("%q: name %q, description %q", c.text, fields["name"], fields["description"])
		}
	}
}
