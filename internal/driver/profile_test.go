package driver

import (
	"fmt"
	"testing"
	"time"
)

func TestProfile(t *testing.T) {
	now := time.Duration(0)
	p := &Profile{Clock: func() time.Duration { return now }}
	spend := func(name string, d, without time.Duration) {
		since := p.Start()
		now += d
		if took := p.End(name, since, without); took != d {
			t.Errorf("%s: took %v, want %v", name, took, d)
		}
	}
	spend("b", 2, 0)
	spend("a", 2, 0)
	spend("whole", 9, 4)
	spend("b", 1, 0)
	if got, want := fmt.Sprint(p.Timings()), "[{whole 5ns 1} {b 3ns 2} {a 2ns 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var off *Profile
	if off.Start() != 0 || off.End("x", 0, 0) != 0 {
		t.Error("nothing measures something")
	}
}
