package report

import (
	"bufio"
	"compress/gzip"
	"errors"

	"github.com/skilllint/skilllint/internal/finding"
)

const (
	maxResults    = 25_000     // per log; GitHub rejects more
	shownResults  = 5_000      // that GitHub shows
	maxCompressed = 10_000_000 // bytes per log after gzip; GitHub rejects more
)

// fittingResults returns the number of results that GitHub accepts: the limit of the options, reduced until the compressed log is small
// enough. Logs that are certainly small enough are not measured. If the user requests more results than GitHub accepts, the limit is not
// reduced.
func fittingResults(r *finding.Report, rules []sarifSource, o Options) int {
	limit := min(o.MaxResults, len(r.Findings)+len(r.Suppressed))
	if o.MaxResults > maxResults || o.MaxResults <= 0 || estimateSize(r) < maxCompressed || fits(r, rules, o) {
		return o.MaxResults
	}
	under, over := 0, limit
	for over-under > limit/100+1 {
		o.MaxResults = under + (over-under)/2
		if fits(r, rules, o) {
			under = o.MaxResults
		} else {
			over = o.MaxResults
		}
	}
	return max(under, 1) // 0 would mean unlimited
}

// estimateSize returns an upper bound of the compressed size of the results.
func estimateSize(r *finding.Report) int {
	const each, rules = 300, 1 << 20
	n := rules
	for _, f := range allFindings(r) {
		texts := len(f.Place.Path) + len(f.Message) + len(f.Effect) + len(helpOf(f))
		for _, line := range f.Place.Excerpt {
			texts += len(line)
		}
		for i := range f.Related {
			texts += each/4 + len(f.Related[i].Place.Path) + len(f.Related[i].Message)
		}
		for _, fix := range f.Fixes {
			texts += each/4 + len(fix.Title)
			for _, e := range fix.Edits {
				texts += each/4 + len(e.Location.Path) + len(e.Text)
			}
		}
		if f.Suppression != nil {
			texts += each/4 + len(f.Suppression.Reason)
		}
		n += each + 2*texts
	}
	return n
}

// fastLevel compresses slightly less than GitHub's upload, so the uploaded log is never too large. Level 1 would not detect that each
// message occurs twice.
const fastLevel = 2

// fits reports whether GitHub accepts a log after compression.
func fits(r *finding.Report, rules []sarifSource, o Options) bool {
	compressed, err := gzip.NewWriterLevel(&limitedWriter{maxCompressed}, fastLevel)
	if err != nil {
		return false
	}
	w := bufio.NewWriterSize(compressed, 64<<10)
	return writeLog(w, r, rules, o) == nil && w.Flush() == nil && compressed.Close() == nil
}

// A limitedWriter is a writer that fails after a number of bytes.
type limitedWriter struct{ left int }

var errTooMany = errors.New("too many bytes")

func (l *limitedWriter) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errTooMany
	}
	return len(p), nil
}
