package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// A limiter reports the first few problems of a list or entry, and counts the others.
type limiter struct {
	pass     *analysis.Pass
	reported int
	more     int
	worst    analysis.Severity // worst severity of the others
}

func newLimiter(pass *analysis.Pass) *limiter { return &limiter{pass: pass} }

func (f *limiter) report(d analysis.Diagnostic) {
	if f.reported == mostOnLine {
		f.more++
		f.worst = max(f.worst, d.Severity)
		return
	}
	f.reported++
	f.pass.Report(d)
}

// close reports the number of omitted problems. what is the plural noun for the elements of the list.
func (f *limiter) close(list *analysis.Value, what string) {
	if f.more > 0 {
		where := "list"
		if list.Kind == analysis.Map {
			where = "entry"
		}
		f.pass.Report(analysis.Diagnostic{Range: opening(list), About: "rest", Measured: f.more, Severity: f.worst,
			Message: fmt.Sprintf("%d more %s in this %s have the same problem", f.more, what, where)})
	}
}

// strictSeverity returns the severity of a deviation from the protocol: an error in the strict profile.
func strictSeverity(pass *analysis.Pass, mild analysis.Severity) analysis.Severity {
	if pass.File.Strict {
		return analysis.Error
	}
	return mild
}
