package setup

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	tests := []struct {
		form form
		name string
		want string // part of the error; empty: valid name
	}{
		{kebab, "sort-mail", ""},
		{kebab, strings.Repeat("a", maxName), ""},
		{kebab, strings.Repeat("a", maxName+1), "65 characters long (limit 64)"},
		{kebab, "com9", "reserved for a device"},
		{kebab, "com", ""},
		{kebab, "com10", ""},
		{kebab, "lpt1", "reserved for a device"},
		{kebab, "sort_mail", `did you mean "sort-mail"`},
		{snake, "sort_mail", ""},
		{snake, "sort-mail", `did you mean "sort_mail"`},
		{snake, "2_sort", `did you mean "sort"`},
		{snake, "22", "digits and underscores"},
		{prefixed, "ct-sort-mail", ""},
		{prefixed, "sort", `did you mean "ct-sort"`},
		{prefixed, "ct", "must consist of"},
		{prefixed, "ct-2sort", "must consist of"},
		{task, "T12-sort", ""},
		{task, "T12", "must be a task and a topic"},
		{task, "t12-sort", "must be a task and a topic"},
		{task, "Tx-sort", "must be a task and a topic"},
	}
	for _, test := range tests {
		got := ""
		if err := test.form.check(test.name); err != nil {
			got = err.Error()
		}
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("form %d, name %q: error %q, want %q", test.form, test.name, got, test.want)
		}
	}
}

func TestEntryOf(t *testing.T) {
	tests := []struct {
		name, skill string
		want        Entry
	}{
		{"all fields", "---\nversion: 2.1.0\ndescription: |\n  Sorts\n  mail.\n---\n", Entry{"ct-x", "2.1.0", "Sorts mail."}},
		{"no frontmatter", "# Sorts\n", Entry{"ct-x", "1.0.0", ""}},
		{"long description", "---\ndescription: " + strings.Repeat("é", 600) + "\n---\n", Entry{"ct-x", "1.0.0", strings.Repeat("é", 500)}},
	}
	for _, test := range tests {
		got, err := EntryOf("ct-x", strings.NewReader(test.skill))
		if err != nil || got != test.want {
			t.Errorf("%s: %+v, %v", test.name, got, err)
		}
	}
}

func TestRegister(t *testing.T) {
	added := Entry{Name: "ct-b", Version: "1.0.0", Description: "Folds <b> & c."}
	tests := []struct{ name, registry, want string }{
		{"empty list", `{"skills": []}`, "{\"skills\": [\n    {\n      \"name\": \"ct-b\","},
		{"on one line", `{"skills": [{"name": "ct-a"}]}`, "[{\"name\": \"ct-a\"},\n    {\n      \"name\": \"ct-b\","},
		{"indented", "{\"skills\": [\n\t\t{\"name\": \"ct-a\"}\n\t]}", "{\"name\": \"ct-a\"},\n\t\t{\n\t\t  \"name\": \"ct-b\","},
		{"number and date", `{"_meta": {"totalSkills": 1, "lastUpdated": "2020-01-01"}, "skills": [{"name": "ct-a"}]}`, `{"totalSkills": 2, "lastUpdated": "2026-01-02"}`},
		{"unescaped description", `{"skills": []}`, `"description": "Folds <b> & c.",`},
		{"empty file", " \n", "\"totalSkills\": 1\n  },\n  \"skills\": [\n    {\n      \"name\": \"ct-b\""},
	}
	for _, test := range tests {
		got, err := Register(strings.NewReader(test.registry), added, "2026-01-02")
		if err != nil || !strings.Contains(got, test.want) {
			t.Errorf("%s: %v\n%s", test.name, err, got)
		}
	}
	for registry, want := range map[string]string{
		`{"skills": [`:                      "invalid JSON",
		`{"skills": {}}`:                    "no list",
		`[]`:                                "no list",
		`{"skills": [7, {"name": "ct-b"}]}`: `duplicate entry "ct-b"`,
	} {
		if _, err := Register(strings.NewReader(registry), added, "2026-01-02"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", registry, err, want)
		}
	}
}
