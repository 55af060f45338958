package jsyaml

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// A row is a text and the results of the two versions: a value as formatted by printValue, or "error at OFFSET:
// MESSAGE". An empty v4 means that both are the same.
type row struct {
	text, v3, v4 string
}

var rows = slices.Concat(syntaxRows, valueRows)

func TestLoad(t *testing.T) {
	for _, row := range rows {
		if row.v4 == "" {
			row.v4 = row.v3
		}
		if got := answerTo(row.text, V3); got != row.v3 {
			t.Errorf("version 3, %q:\n got %s\nwant %s", row.text, got, row.v3)
		}
		if got := answerTo(row.text, V4); got != row.v4 {
			t.Errorf("version 4, %q:\n got %s\nwant %s", row.text, got, row.v4)
		}
	}
}

func answerTo(text string, v Version) string {
	value, err := Load(text, v)
	var failure *Error
	if errors.As(err, &failure) {
		return fmt.Sprintf("error at %d: %s", failure.Offset, failure.Message)
	}
	return printValue(value, nil)
}
