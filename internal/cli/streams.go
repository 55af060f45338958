package cli

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
)

// printError prints an error on standard error, prefixed with the name of the program unless it is about a position in a file.
func (p *program) printError(err error) {
	prefix := "skilllint: "
	if hasPosition(err) {
		prefix = ""
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		fmt.Fprintln(p.Err, prefix+escape.String(line))
		prefix = ""
	}
}

// showProgress counts the files of a run as they are found. The returned function clears the count.
func (p *program) showProgress(req *lint.Request) (end func()) {
	count, end := p.Progress()
	if count == nil {
		return end
	}
	req.OnFile = count
	if log := req.Log; log != nil {
		req.Log = func(format string, a ...any) { end(); log(format, a...) }
	}
	return end
}
