package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestWriter checks that files of a writer can be read, and do not depend on rows that it wrote before.
func TestWriter(t *testing.T) {
	t.Run("sources", func(t *testing.T) { checkWriter[Source](t) })
	t.Run("findings", func(t *testing.T) { checkWriter[Finding](t) })
	t.Run("files", func(t *testing.T) { checkWriter[File](t) })
	t.Run("skills", func(t *testing.T) { checkWriter[Skill](t) })
}

func checkWriter[R any](t *testing.T) {
	var used Writer[R]
	for seed := range 40 {
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		rows := make([]R, []int{0, 1, 1, 1, 2, 10, 20, 3_000}[r.IntN(8)])
		for i := range rows {
			fill(r, reflect.ValueOf(&rows[i]).Elem())
		}
		want, err := new(Writer[R]).encode(rows)
		if err != nil {
			t.Fatal(err)
		}
		got, err := used.encode(rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, suffix := range Suffixes {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("%d rows: %s differs from that of a new writer", len(rows), suffix)
			}
		}
		read, err := parquet.Read[R](bytes.NewReader(got[1]), int64(len(got[1])))
		if err != nil || len(read) != len(rows) || len(rows) > 0 && fmt.Sprint(read) != fmt.Sprint(rows) {
			t.Fatalf("%d rows: read %d, %v", len(rows), len(read), err)
		}
		if n := bytes.Count(got[0], []byte("\n")); n != len(rows) {
			t.Fatalf("%d rows: %d lines", len(rows), n)
		}
	}
}

// fill sets the columns of a row to random values, many of which are empty.
func fill(r *rand.Rand, row reflect.Value) {
	for i := range row.NumField() {
		f := row.Field(i)
		switch {
		case row.Type().Field(i).Tag.Get("parquet") == "-" || r.IntN(3) == 0:
		case f.Kind() == reflect.String:
			f.SetString(strings.Repeat(string(rune('a'+r.IntN(26))), r.IntN(40)))
		case f.Kind() == reflect.Int64:
			f.SetInt(int64(r.IntN(1000)))
		case f.Kind() == reflect.Bool:
			f.SetBool(r.IntN(2) == 0)
		default:
			f.SetBytes(bytes.Repeat([]byte{byte(r.IntN(256))}, r.IntN(300)))
		}
	}
}
