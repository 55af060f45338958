package setup

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/term"
)

func TestOffer(t *testing.T) {
	failed := errors.New("failed")
	for _, test := range []struct {
		name, answers, want string
		err                 error
	}{
		{"nothing", "\n", "", nil},
		{"end of input", "", "", nil},
		{"one step", "F\n\n", "f", nil},
		{"all steps", "b\nf\ne\n", "bfe", failed},
		{"a step twice", "b\nb\nf\n\n", "bf", nil},
		{"another answer", "yes please\nf\n", "f", nil},
	} {
		var done, out strings.Builder
		step := func(key string, err error) Step {
			return Step{key, "do " + key, func() error { done.WriteString(key); return err }}
		}
		s := &term.Streams{Out: bufio.NewWriter(&out)}
		err := Offer(strings.NewReader(test.answers), s, []Step{step("f", nil), step("b", nil), step("e", failed)})
		if done.String() != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: ran %q, %v, want %q, %v", test.name, done.String(), err, test.want, test.err)
		}
		if !strings.Contains(out.String(), "  b      do b\n") {
			t.Errorf("%s: the steps are not listed: %s", test.name, out.String())
		}
	}
}
