package lint

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
)

// The notice about lowered findings lists at most mostLowered places, and on a terminal only the first ones.
const (
	mostLowered  = 20
	firstLowered = 1
)

// loweredNotice returns a notice that lists the places with a lower severity because the text presents them as examples. The
// text may be an attacker's, so reviewers must see it, also if findings below a warning are not shown.
func loweredNotice(findings []finding.Finding) []finding.Notice {
	count := 0
	var places []string
	for i := range findings {
		f := &findings[i]
		count += len(f.Lowered)
		for _, line := range f.Lowered[:min(len(f.Lowered), mostLowered-len(places))] {
			places = append(places, fmt.Sprintf("%s:%d", f.Place.Path, line))
		}
	}
	if count == 0 {
		return nil
	}
	notice := func(places []string) string {
		more := ""
		if n := count - len(places); n > 0 {
			more = fmt.Sprintf(" and %s more", quote.Count(n))
		}
		return fmt.Sprintf("%s: %s%s; --min-severity info shows the findings",
			quote.Choose(count, "1 security finding was lowered because the text presents it as an example", "%s security findings were lowered because the text presents them as examples"), strings.Join(places, ", "), more)
	}
	return []finding.Notice{{Message: notice(places), Short: notice(places[:min(len(places), firstLowered)])}}
}
