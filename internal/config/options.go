package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// option decodes one option of a rule into a layer's copy of its options.
func (d *decoder) option(a *analysis.Analyzer, m analysis.Member, to layer) {
	if a.Options == nil {
		d.failf(m.KeyRange, "unknown option %s: %s has no options besides \"severity\"", quote.Text(m.Key), a.Name)
		return
	}
	r := to[a]
	if r.options == nil {
		r.options = clone(a.Options)
	}
	if i, known := d.field(reflect.ValueOf(r.options).Elem(), m, a.Name, []string{"severity"}); known {
		r.fields = append(r.fields, field{i, d.origin(m.Value.Range)})
	}
	to[a] = r
}

// clone returns a pointer to a copy. A shallow copy is enough, because decoding replaces slices and maps as a whole.
func clone(options any) any {
	from := reflect.ValueOf(options)
	to := reflect.New(from.Type().Elem())
	to.Elem().Set(from.Elem())
	return to.Interface()
}

// field decodes a member into the struct field with its name, and returns the field's index.
func (d *decoder) field(to reflect.Value, m analysis.Member, what string, also []string) (int, bool) {
	names := slices.Clone(also)
	for i := range to.NumField() {
		f := to.Type().Field(i)
		name := fieldName(f)
		if name == m.Key {
			d.into(to.Field(i), m.Value, what+": "+m.Key, f.Tag.Get("enum"))
			return i, true
		}
		names = append(names, name)
	}
	slices.Sort(names)
	d.failf(m.KeyRange, "unknown option %s of %s%s", quote.Text(m.Key), what, Hint(m.Key, names))
	return 0, false
}

// fieldName returns the key of a struct field in a configuration.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "" {
		name = strings.ToLower(f.Name)
	}
	return name
}

// into decodes a value. A non-empty enum lists the valid strings.
func (d *decoder) into(to reflect.Value, v *analysis.Value, what, enum string) {
	if !d.plain(v) {
		return
	}
	switch to.Kind() {
	case reflect.String:
		d.stringInto(to, v, what, enum)
	case reflect.Bool:
		if v.Kind != analysis.Bool {
			d.failf(v.Range, "%s must be true or false, not %s", what, kindOf(v))
			return
		}
		to.SetBool(strings.EqualFold(v.Text, "true"))
	case reflect.Int, reflect.Int64:
		d.intInto(to, v, what)
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		d.into(to.Elem(), v, what, enum)
	case reflect.Slice:
		items := d.list(v, what)
		out := reflect.MakeSlice(to.Type(), len(items), len(items))
		for i, item := range items {
			d.into(out.Index(i), item, what, enum)
		}
		to.Set(out)
	case reflect.Map:
		out := reflect.MakeMap(to.Type())
		for _, m := range d.entries(v, what) {
			value := reflect.New(to.Type().Elem()).Elem()
			d.into(value, m.Value, what+": "+m.Key, enum)
			out.SetMapIndex(reflect.ValueOf(m.Key).Convert(to.Type().Key()), value)
		}
		to.Set(out)
	case reflect.Struct:
		for _, m := range d.entries(v, what) {
			d.field(to, m, what, nil)
		}
	default:
		panic(fmt.Sprintf("option of unsupported type %s", to.Type()))
	}
}

func (d *decoder) stringInto(to reflect.Value, v *analysis.Value, what, enum string) {
	if enum == "" {
		if text, ok := d.text(v, what); ok {
			to.SetString(text)
		}
		return
	}
	if text, ok := d.oneOf(v, "value of "+what, strings.Split(enum, ",")); ok {
		to.SetString(text)
	}
}

func (d *decoder) intInto(to reflect.Value, v *analysis.Value, what string) {
	n, err := strconv.ParseInt(v.Text, 10, 0)
	if v.Kind != analysis.Number || err != nil {
		d.failf(v.Range, "%s must be an integer, not %s", what, valueOrKind(v))
		return
	}
	to.SetInt(n)
}

func valueOrKind(v *analysis.Value) string {
	if v.Kind == analysis.Number {
		return quote.Text(v.Text)
	}
	return kindOf(v)
}
