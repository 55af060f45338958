package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// budgets decodes token limits. inner: the limits of a single dialect.
func (d *decoder) budgets(v *analysis.Value, what string, inner bool) *analysis.Budgets {
	if v.Kind == analysis.Null {
		return nil
	}
	var out analysis.Budgets
	to := reflect.ValueOf(&out).Elem()
	var names []string
	fields := map[string]int{}
	for i := range to.NumField() {
		f := to.Type().Field(i)
		if f.Type.Kind() == reflect.Int || !inner {
			names = append(names, fieldName(f))
			fields[fieldName(f)] = i
		}
	}
	slices.Sort(names)
	for _, m := range d.entries(v, what) {
		i, known := fields[m.Key]
		switch {
		case !known:
			d.failf(m.KeyRange, "unknown budget %s%s", quote.Text(m.Key), Hint(m.Key, names))
		case to.Field(i).Kind() == reflect.Int:
			n := d.tokens(m.Value, what+": "+m.Key)
			to.Field(i).SetInt(n)
			d.record(strings.ReplaceAll(what, ": ", ".dialects.")+"."+m.Key, strconv.FormatInt(n, 10), m.Value.Range, false)
		default:
			out.Dialects = d.dialectBudgets(m.Value, what)
		}
	}
	return &out
}

func (d *decoder) dialectBudgets(v *analysis.Value, what string) map[string]analysis.Budgets {
	if v.Kind == analysis.Null {
		return nil
	}
	out := map[string]analysis.Budgets{}
	for _, m := range d.entries(v, what+": dialects") {
		if !slices.Contains(d.schema.Dialects, m.Key) {
			d.failf(m.KeyRange, "unknown dialect %s%s", quote.Text(m.Key), Hint(m.Key, d.schema.Dialects))
			continue
		}
		if b := d.budgets(m.Value, what+": "+m.Key, true); b != nil {
			out[m.Key] = *b
		}
	}
	return out
}

// tokens returns a number of tokens, or records an error.
func (d *decoder) tokens(v *analysis.Value, what string) int64 {
	if !d.plain(v) {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 32)
	switch {
	case v.Kind != analysis.Number || err != nil:
		d.failf(v.Range, "%s must be a number of tokens, not %s", what, valueOrKind(v))
	case n <= 0:
		d.failf(v.Range, "%s must be at least 1 token; to remove the limit, switch the rule off", what)
	default:
		return n
	}
	return 0
}
