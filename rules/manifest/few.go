package manifest

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
)

// few reports what is wrong with the items of one list, and counts what is too much of it.
type few struct {
	pass     *analysis.Pass
	reported int
	more     int
	worst    analysis.Severity // of those that are counted
}

func newFew(pass *analysis.Pass) *few { return &few{pass: pass} }

func (f *few) report(d analysis.Diagnostic) {
	if f.reported == mostOnLine {
		f.more++
		f.worst = max(f.worst, d.Severity)
		return
	}
	f.reported++
	f.pass.Report(d)
}

// close says of a list, or an entry, how many faults were not reported; what says what has them.
func (f *few) close(list *analysis.Value, what string) {
	if f.more > 0 {
		where := "list"
		if list.Kind == analysis.Map {
			where = "entry"
		}
		f.pass.Report(analysis.Diagnostic{Range: opening(list), About: "rest", Measured: f.more, Severity: f.worst,
			Message: fmt.Sprintf("%d more %s of this %s have the same fault, and are not listed", f.more, what, where)})
	}
}

// strictly returns how bad a deviation from the protocol is: an error in the strict profile.
func strictly(pass *analysis.Pass, mild analysis.Severity) analysis.Severity {
	if pass.File.Strict {
		return analysis.Error
	}
	return mild
}

// counted says how many there are of something.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
