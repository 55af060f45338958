// Command generate writes a marketplace for tests and measurements: archives with skills, including copies, modified
// copies, and similar names and descriptions. Its output depends only on the flags.
//
//	go run ./internal/generate --sources 2000 --skills 10 DIR
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	sources := flag.Int("sources", 200, "archives")
	skills := flag.Int("skills", 10, "skills in each, on average")
	hostile := flag.Bool("hostile", false, "add archives that must not be linted")
	unpacked := flag.Bool("unpacked", false, "write directories instead of archives")
	flag.Parse()
	if flag.NArg() != 1 || *sources < 1 || *skills < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := generate(flag.Arg(0), *sources, *skills, *hostile, *unpacked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(dir string, sources, skills int, hostile, unpacked bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	m := &market{skills: sources * skills}
	for i := range sources {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		var files []file
		taken := map[string]bool{}
		for range 1 + r.IntN(2*skills-1) {
			s := m.skill(r)
			if !taken[s.name] {
				taken[s.name] = true
				files = append(files, s.files()...)
			}
		}
		writeSource := writeArchive
		if unpacked {
			writeSource = writeFiles
		}
		if err := writeSource(dir, i, files); err != nil {
			return err
		}
	}
	if hostile {
		return writeHostile(dir)
	}
	return nil
}

type file struct{ name, content string }

func writeFiles(dir string, i int, files []file) error {
	for _, f := range files {
		name := filepath.Join(dir, fmt.Sprintf("repository-%05d", i), f.name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeArchive writes an archive in one of three formats.
func writeArchive(dir string, i int, files []file) error {
	var b bytes.Buffer
	var err error
	suffix := []string{".tar.gz", ".zip", ".tar"}[i%3]
	switch suffix {
	case ".zip":
		err = writeZip(&b, files)
	case ".tar":
		err = writeTar(&b, files)
	default:
		w := gzip.NewWriter(&b)
		if err = writeTar(w, files); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("repository-%05d%s", i, suffix)), b.Bytes(), 0o644)
}

func writeTar(to io.Writer, files []file) error {
	w := tar.NewWriter(to)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: 0o644, Size: int64(len(f.content))}); err != nil {
			return err
		}
		if _, err := io.WriteString(w, f.content); err != nil {
			return err
		}
	}
	return w.Close()
}

func writeZip(to io.Writer, files []file) error {
	w := zip.NewWriter(to)
	for _, f := range files {
		in, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Unix(0, 0)})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(in, f.content); err != nil {
			return err
		}
	}
	return w.Close()
}

// A market generates skills from a number of originals, some of which are copied often.
type market struct{ skills int }

type skill struct{ name, description, body, reference string }

// skill returns an original, or a copy with or without changes.
func (m *market) skill(r *rand.Rand) skill {
	n := r.IntN(m.skills)
	popular := r.IntN(100) < 15
	if popular {
		n = int(math.Exp(r.Float64() * math.Log(200)))
	}
	s := original(rand.New(rand.NewPCG(1, uint64(n))))
	if !popular {
		return s
	}
	switch k := r.IntN(100); {
	case k < 20: // drifted
		lines := strings.Split(s.body, "\n")
		for range 1 + r.IntN(5) {
			lines[r.IntN(len(lines))] = sentence(r, 12)
		}
		s.body = strings.Join(lines, "\n")
	case k < 25: // other content
		name := s.name
		s = original(r)
		s.name = name
	case k < 30: // renamed
		s.name = s.name + "-" + pick(r, verbs)
	case k < 32: // lookalike name
		at := 1 + r.IntN(len(s.name)-2)
		s.name = s.name[:at] + s.name[at+1:]
		s.body = original(r).body
	}
	return s
}

func original(r *rand.Rand) skill {
	s := skill{name: pick(r, verbs) + "-" + pick(r, nouns) + "-" + pick(r, nouns)}
	s.description = sentence(r, 10+r.IntN(20)) + " Use when you " + pick(r, verbs) + " the " + pick(r, nouns) + "."
	s.body = body(r, 8.658, 0.797)
	if r.IntN(100) < 44 {
		s.reference = body(r, 8.494, 0.988)
	}
	return s
}

func (s *skill) files() []file {
	dir := "skills/" + s.name + "/"
	text := "---\nname: " + s.name + "\ndescription: " + s.description + "\n---\n# " + s.name + "\n\n" + s.body
	if s.reference == "" {
		return []file{{dir + "SKILL.md", text}}
	}
	text += "\nRead [the details](references/details.md).\n"
	return []file{{dir + "SKILL.md", text}, {dir + "references/details.md", "# Details\n\n" + s.reference}}
}

// body returns Markdown of a log-normally distributed size, like that of public skills.
func body(r *rand.Rand, mu, sigma float64) string {
	size := min(max(int(math.Exp(mu+sigma*r.NormFloat64())), 300), 200_000)
	var b strings.Builder
	for b.Len() < size {
		switch r.IntN(8) {
		case 0:
			fmt.Fprintf(&b, "## %s the %s\n\n", strings.Title(pick(r, verbs)), pick(r, nouns))
		case 1:
			fmt.Fprintf(&b, "```bash\n%s --%s %s\n```\n\n", pick(r, nouns), pick(r, verbs), pick(r, nouns))
		case 2, 3:
			for range 2 + r.IntN(4) {
				fmt.Fprintf(&b, "- %s\n", sentence(r, 6+r.IntN(8)))
			}
			b.WriteString("\n")
		default:
			fmt.Fprintf(&b, "%s %s\n\n", sentence(r, 8+r.IntN(12)), sentence(r, 8+r.IntN(12)))
		}
	}
	return b.String()
}

func sentence(r *rand.Rand, words int) string {
	all := []string{strings.Title(pick(r, verbs))}
	for len(all) < words {
		all = append(all, []string{pick(r, nouns), pick(r, verbs), pick(r, glue), word(r)}[r.IntN(4)])
	}
	return strings.Join(all, " ") + "."
}

// word returns one of 3,375 invented words.
func word(r *rand.Rand) string {
	return pick(r, syllables) + pick(r, syllables) + pick(r, syllables)
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

var (
	nouns = strings.Fields(`account archive branch budget build cache chart cluster commit contract customer dashboard database
		deployment document draft endpoint error event export feature file form graph image index invoice job key
		label ledger letter log mail metric migration model module note order package page plan policy pull query
		queue record release report request review role rule schedule schema script secret service session sheet
		signal site slide snapshot source style summary table task team template test ticket token trace upload
		user version view volume warehouse workflow`)
	verbs = strings.Fields(`add analyze apply archive assemble audit build check clean collect compare compile convert copy
		create debug deploy describe design draft edit explain export extract filter find fix format generate group
		import inspect label list load map measure merge migrate monitor move name open order parse plan prepare
		print profile publish query read record refine release remove rename render repair replace report restore
		review rotate scan schedule search send sort split start store summarize sync test trace track translate
		update upload validate verify watch write`)
	glue      = strings.Fields(`a all and before each every first for from in into of once only or per so that the then this to until with`)
	syllables = strings.Fields(`ba ce di fo gu ha jo ke li mo nu pa re si tu`)
)
