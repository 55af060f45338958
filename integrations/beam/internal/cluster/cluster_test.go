package cluster

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// copyOf returns a skill whose text depends on the seed, with a number of changed words.
func copyOf(name, source string, seed, changed int) Skill {
	words := vocabulary(seed, 200)
	for i := range changed {
		words[i] = fmt.Sprintf("changed%d", i)
	}
	text := NewText(strings.Join(words[180:], " "), strings.Join(words[:180], " "))
	return Skill{Name: name, Source: source, Path: "skills/" + name + "/SKILL.md", Hash: fmt.Sprint(seed, "-", changed),
		Words: Pack(text.Words), Minima: Pack(text.Minima[:])}
}

func vocabulary(seed, size int) []string {
	var words []string
	for i := range size {
		words = append(words, fmt.Sprintf("word%d-%d", seed, i))
	}
	return words
}

// inSeveralOrders calls a function with shuffled elements.
func inSeveralOrders[E any](t *testing.T, all []E, check func(t *testing.T, all []E)) {
	t.Helper()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		check(t, all)
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		name   string
		skills []Skill
		want   []string // relation, sources, skills and first source of each row
	}{
		{"one skill", []Skill{copyOf("a", "s1", 1, 0)}, nil},
		{"identical copies", []Skill{copyOf("a", "s1", 1, 0), copyOf("a", "s2", 1, 0), copyOf("a", "s3", 1, 0)}, nil},
		{"versions in one source", []Skill{copyOf("a", "s1", 1, 0), copyOf("a", "s1", 2, 0)}, nil},
		{"drifted and unrelated", []Skill{copyOf("a", "s1", 1, 0), copyOf("a", "s2", 1, 0), copyOf("a", "s3", 1, 9), copyOf("a", "s4", 2, 0)},
			[]string{"origin 2 2 s1", "drifted 1 1 s3", "unrelated 1 1 s4"}},
		{"tie of two versions", []Skill{copyOf("a", "s2", 1, 0), copyOf("a", "s1", 2, 0)}, []string{"origin 1 1 s1", "unrelated 1 1 s2"}},
		{"copies in one source", []Skill{copyOf("a", "s1", 1, 0), copyOf("a", "s1", 1, 0), copyOf("a", "s1", 1, 0), copyOf("a", "s2", 2, 0), copyOf("a", "s3", 2, 0)},
			[]string{"origin 2 2 s2", "unrelated 1 3 s1"}},
		{"names in other case", []Skill{copyOf("Mail", "s1", 1, 0), copyOf("mail", "s2", 1, 9)}, []string{"origin 1 1 s1", "drifted 1 1 s2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			inSeveralOrders(t, test.skills, func(t *testing.T, skills []Skill) {
				groups := Names(slices.Values(skills))
				if len(groups) != 1 {
					t.Fatalf("%d groups", len(groups))
				}
				var got []string
				for _, row := range groups[0].Rows {
					got = append(got, fmt.Sprint(row.Relation, " ", row.Sources, " ", row.Skills, " ", row.Source))
				}
				if !slices.Equal(got, test.want) {
					t.Errorf("%q, want %q", got, test.want)
				}
			})
		})
	}
}

// TestManyNames checks that the result does not depend on the order of skills.
func TestManyNames(t *testing.T) {
	var skills []Skill
	for i := range 60 {
		skills = append(skills, copyOf(fmt.Sprint("name", i%7), fmt.Sprint("s", i%11), i%13, i%3))
	}
	want := Names(slices.Values(skills))
	if len(want) != 7 || want[0].Use.Name != "name0" || want[0].Use.Sources != 9 {
		t.Fatalf("%d groups, %+v", len(want), want[0].Use)
	}
	inSeveralOrders(t, skills, func(t *testing.T, skills []Skill) {
		if got := Names(slices.Values(skills)); !reflect.DeepEqual(got, want) {
			t.Error("groups depend on the order")
		}
	})
}

// pairs returns the best pair of each member as "part source other_source".
func pairs(skills []Skill) []string {
	var members []Member
	for i := range skills {
		members = slices.AppendSeq(members, Bands(&skills[i]))
	}
	found := map[string][]table.Pair{}
	Candidates(slices.Values(members), func(p table.Pair) { found[PairKey(&p)] = append(found[PairKey(&p)], p) })
	var rows []string
	for _, all := range found {
		p := Best(slices.Values(all))
		rows = append(rows, p.Part+" "+p.Source+" "+p.Other)
	}
	slices.Sort(rows)
	return rows
}

func TestCandidates(t *testing.T) {
	short := copyOf("short", "s9", 1, 0)
	short.Words, short.Minima = nil, Pack(make([]uint32, samples))
	for _, test := range []struct {
		name   string
		skills []Skill
		want   []string
	}{
		{"one skill", []Skill{copyOf("a", "s1", 1, 0)}, nil},
		{"identical texts", []Skill{copyOf("a", "s1", 1, 0), copyOf("b", "s2", 1, 0)}, []string{"body s2 s1", "description s2 s1"}},
		{"one source", []Skill{copyOf("a", "s1", 1, 0), copyOf("b", "s1", 1, 0)}, nil},
		{"one name", []Skill{copyOf("a", "s1", 1, 0), copyOf("A", "s2", 1, 0)}, nil},
		{"different texts", []Skill{copyOf("a", "s1", 1, 0), copyOf("b", "s2", 2, 0)}, nil},
		{"no words", []Skill{short, short}, nil},
		{"first of equal skills", []Skill{copyOf("a", "s1", 1, 0), copyOf("b", "s2", 1, 0), copyOf("c", "s3", 1, 0)},
			[]string{"body s2 s1", "body s3 s1", "description s2 s1", "description s3 s1"}},
		{"most similar", []Skill{copyOf("a", "s1", 1, 15), copyOf("b", "s2", 1, 0), copyOf("c", "s3", 1, 0)},
			[]string{"body s2 s1", "body s3 s2", "description s2 s1", "description s3 s1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			inSeveralOrders(t, test.skills, func(t *testing.T, skills []Skill) {
				if got := pairs(skills); !slices.Equal(got, test.want) {
					t.Errorf("%q, want %q", got, test.want)
				}
			})
		})
	}
}

// TestCollision checks members with different texts in the same band.
func TestCollision(t *testing.T) {
	member := func(part, name, source string, text []byte) Member {
		return Member{Band: 1, Part: part, Name: name, Source: source, Text: text}
	}
	a, b := copyOf("a", "s1", 1, 0), copyOf("b", "s2", 2, 0)
	members := []Member{
		member(Description, "a", "s1", a.Words), member(Description, "b", "s2", b.Words), member(Description, "c", "s3", nil),
		member(Body, "a", "s1", lowBytes(a.Minima)), member(Body, "b", "s2", lowBytes(b.Minima)), member(Body, "c", "s3", nil),
	}
	if skipped := Candidates(slices.Values(members), func(p table.Pair) { t.Errorf("%+v", p) }); skipped != 0 {
		t.Errorf("%d members were not compared", skipped)
	}
}

// TestLargeBand checks that the first members of a too large band are compared, independent of their order.
func TestLargeBand(t *testing.T) {
	words := copyOf("a", "s1", 1, 0).Words
	var members []Member
	for i := range 2*maxMembers + 5 {
		members = append(members, Member{Band: 1, Part: Description, Name: fmt.Sprint("n", i), Source: fmt.Sprintf("s%06d", i), Text: words})
	}
	for range 2 {
		var others []string
		skipped := Candidates(slices.Values(members), func(p table.Pair) { others = append(others, p.Source+" "+p.Other) })
		slices.Sort(others)
		if skipped != maxMembers+5 || len(others) != maxMembers-1 || others[0] != "s000001 s000000" || others[len(others)-1] != "s019999 s000000" {
			t.Errorf("%d members were not compared, %d pairs", skipped, len(others))
		}
		slices.Reverse(members)
	}
}

func TestLookalikes(t *testing.T) {
	uses := []Use{{"deploy-app", "s1", "p", 100}, {"deploy-apps", "s1", "p", 40}}
	for _, test := range []struct {
		name    string
		sources int64
		want    string
	}{
		{"deploy-ap", 1, "deploy-app"},
		{"deploy-appz", 4, "deploy-app deploy-apps"},
		{"deploy-appz", 5, "deploy-app"}, // more than a tenth of 40
		{"deploy-aqp", 10, "deploy-app"},
		{"deploy-aqp", 11, ""},
		{"deploy-app", 1, "deploy-apps"}, // not a lookalike of itself
		{"deploy-app2", 1, "deploy-apps"},
		{"deploy", 1, ""},
		{"depoly-app", 1, "deploy-app"},
		{"app", 1, ""},
		{"", 1, ""},
	} {
		inSeveralOrders(t, uses, func(t *testing.T, uses []Use) {
			var others []string
			for row := range NewPopular(slices.Values(uses)).Lookalikes(Use{test.name, "s9", "p", test.sources}) {
				others = append(others, row.Other)
			}
			slices.Sort(others)
			if got := strings.Join(others, " "); got != test.want {
				t.Errorf("%s in %d sources: %q, want %q", test.name, test.sources, got, test.want)
			}
		})
	}
}

// FuzzSimilarity checks that similarities are valid for any encoding of signatures, and 1 for equal ones.
func FuzzSimilarity(f *testing.F) {
	one := copyOf("a", "s1", 1, 0)
	f.Add(one.Minima, one.Words)
	f.Add([]byte{1}, []byte(nil))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if s := similarity(a, b); s < 0 || s > 1 || s != similarity(b, a) {
			t.Errorf("similarity %v", s)
		}
		if len(a) == 4*samples && !isZero(a) && similarity(a, a) != 1 {
			t.Error("similarity of a body to itself is not 1")
		}
		s := Skill{Name: "a", Words: b, Minima: a}
		if n := len(slices.Collect(Bands(&s))); n > 20 {
			t.Errorf("%d bands", n)
		}
	})
}
