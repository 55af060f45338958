package report

import "github.com/skilllint/skilllint/analysis"

// WithPages returns options with the pages and URLs that rules define themselves.
func (o Options) WithPages(rules []*analysis.Analyzer) Options {
	own := map[string]*analysis.Analyzer{}
	for _, r := range rules {
		if r.Page+r.URL != "" && own[r.Name] == nil {
			own[r.Name] = r
		}
	}
	if len(own) == 0 {
		return o
	}
	help, url := o.Help, o.URL
	o.Help = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.Page
		}
		return help(rule)
	}
	o.URL = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.URL
		}
		return url(rule)
	}
	return o
}
