package catalog

import (
	"reflect"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestEquals checks that each field of a skill is compared.
func TestEquals(t *testing.T) {
	kind := reflect.TypeFor[Skill]()
	for i := range kind.NumField() {
		var s Skill
		switch f := reflect.ValueOf(&s).Elem().Field(i); {
		case f.Kind() == reflect.String:
			f.SetString("x")
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.CanInt():
			f.SetInt(1)
		case f.Kind() == reflect.Slice:
			f.Set(reflect.ValueOf([]string{"x"}))
		default:
			f.Set(reflect.ValueOf(analysis.Location{Path: "x"}))
		}
		if s.equals(&Skill{}) || !s.equals(&s) {
			t.Errorf("%s is not compared", kind.Field(i).Name)
		}
	}
}
