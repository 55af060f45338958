package cli

import "testing"

func TestSummary(t *testing.T) {
	agent := catalogAgent{}
	if err := agent.Set("codex"); err != nil {
		t.Fatal(err)
	}
	s := &shownList{agent: agent}
	if got, want := s.summary(), "codex 0.169: 0 skills, 0 whole, 0 cut, 0 without description, 0 gone; 0 tokens, no limit"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
