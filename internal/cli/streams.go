package cli

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
)

// complain prints an error on standard error, prefixed with the name of the program unless it starts with a position.
func (p *program) complain(err error) {
	prefix := "skilllint: "
	if atPlace(err) {
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
