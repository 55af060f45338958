package manifest

import "testing"

func TestSentences(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"", 0}, {" \n", 0}, {"One", 1}, {"One.", 1}, {"One. ", 1}, {"One. Two", 2}, {"One. Two.", 2}, {"One! Two? Three.", 3},
		{"One... Two", 2}, {"It is (done.) Next one", 2}, {`He said "no." Then left`, 2}, {"One.\nTwo", 2}, {"One. two", 1}, {"One.Two", 1},
		{"See a.go. Then b.go", 2}, {"Use e.g. Redis", 1}, {"Use i.e. Redis", 1}, {"The U.S. Army", 1}, {"J. Smith wrote it", 1},
		{"Redis vs. Kafka", 1}, {"No. Seven", 1}, {"Version 1.2. Released", 2}, {"a . B", 1}, {". A", 1}, {"Ärger. Öde", 2},
		{"停了。", 1}, {"停了。好了。", 2}, {"停了？！好", 2}, {"「停了。」", 1},
	}
	for _, test := range tests {
		if got := sentences(test.text); got != test.want {
			t.Errorf("%q: %d sentences, want %d", test.text, got, test.want)
		}
	}
}
