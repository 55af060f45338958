package conformance

import "fmt"

// A Difference is a case with two different answers.
type Difference struct {
	ID   string
	What string // "verdict", "name", "description" or "name, description"
	A, B Answer
}

// A Score counts the cases in which two sets of answers agree.
type Score struct {
	Cases        int // compared
	Verdicts     int // with the same verdict
	Both         int // loaded by both
	Names        int // of those, with the same name
	Descriptions int
	Differences  []Difference
}

// Add compares two answers to a case. Error messages are not compared.
func (s *Score) Add(id string, a, b Answer) {
	s.Cases++
	if a.Loads != b.Loads {
		s.Differences = append(s.Differences, Difference{id, "verdict", a, b})
		return
	}
	s.Verdicts++
	if !a.Loads {
		return
	}
	s.Both++
	what := ""
	if a.Name == b.Name {
		s.Names++
	} else {
		what = "name"
	}
	if a.Description == b.Description {
		s.Descriptions++
	} else if what == "" {
		what = "description"
	} else {
		what += ", description"
	}
	if what != "" {
		s.Differences = append(s.Differences, Difference{id, what, a, b})
	}
}

// Least returns the smallest proportion of agreement, from 0 to 1.
func (s *Score) Least() float64 {
	return min(share(s.Verdicts, s.Cases), share(s.Names, s.Both), share(s.Descriptions, s.Both))
}

func (s *Score) String() string {
	return fmt.Sprintf("verdict %d/%d %.2f %%, name %d/%d %.2f %%, description %d/%d %.2f %%",
		s.Verdicts, s.Cases, 100*share(s.Verdicts, s.Cases), s.Names, s.Both, 100*share(s.Names, s.Both),
		s.Descriptions, s.Both, 100*share(s.Descriptions, s.Both))
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}
