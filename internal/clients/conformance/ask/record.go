package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// testdata is the directory of the recordings, and corpus that of real skills, relative to the module root.
const (
	testdata = "internal/clients/loader/testdata"
	corpus   = "../shared/corpus"
)

func recordingPath(dir, set string) string {
	return filepath.Join(dir, "answers-"+set+".jsonl.gz")
}

// sets returns all cases; real skills only if the corpus exists.
func sets() ([]conformance.HeaderSet, error) {
	if _, err := os.Stat(corpus); err != nil {
		fmt.Fprintf(os.Stderr, "%s not found: only generated cases are used\n", corpus)
		return conformance.HeaderSets(nil)
	}
	return conformance.HeaderSets(os.DirFS(corpus))
}

// recordAll asks all clients about all sets. The recordings are in the order of the sets.
func (in *session) recordAll(ctx context.Context, sets []conformance.HeaderSet) ([]*conformance.Recording, error) {
	var recordings []*conformance.Recording
	for _, s := range sets {
		r := &conformance.Recording{Set: s.Name, Date: time.Now().UTC().Format(time.DateOnly), Hashed: s.Others, Programs: map[string]string{}}
		for _, c := range s.Cases {
			r.Cases = append(r.Cases, conformance.Case{ID: c.ID, Sum: c.Sum(), Answers: map[string]conformance.Answer{}})
		}
		recordings = append(recordings, r)
	}
	for _, a := range in.asked {
		version, err := a.installedVersion(in.dir)
		if err != nil {
			return nil, err
		}
		for i, s := range sets {
			fmt.Fprintf(os.Stderr, "%s %s: %d cases of %s\n", a.Package, version, len(s.Cases), s.Name)
			answers, err := in.askAll(ctx, a, s.Cases)
			if err != nil {
				return nil, err
			}
			recordings[i].Programs[a.ID] = a.Package + " " + version
			for j, c := range s.Cases {
				recordings[i].Cases[j].Answers[a.ID] = trimAnswer(answers[c.ID], s.Others)
			}
		}
	}
	return recordings, nil
}

// mergeRecorded adds the recorded answers of clients that were not asked.
func mergeRecorded(dir string, now *conformance.Recording) error {
	before, err := readRecording(dir, now.Set)
	if err != nil {
		return err
	}
	old := map[string]conformance.Case{}
	for _, c := range before.Cases {
		old[c.ID] = c
	}
	for id, program := range before.Programs {
		if now.Programs[id] == "" {
			now.Programs[id] = program
		}
	}
	for _, c := range now.Cases {
		for id, answer := range old[c.ID].Answers {
			if _, asked := c.Answers[id]; !asked && old[c.ID].Sum == c.Sum {
				c.Answers[id] = answer
			}
		}
	}
	return nil
}

// trimAnswer returns the recorded form of an answer.
func trimAnswer(a conformance.Answer, others bool) conformance.Answer {
	if others {
		return a.Hashed()
	}
	const most = 160
	if runes := []rune(a.Error); len(runes) > most {
		a.Error = string(runes[:most]) + "…"
	}
	return a
}

// installedVersion returns the installed version of a client.
func (a *agent) installedVersion(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(a.modules(dir), a.Package, "package.json"))
	if err != nil {
		return "", err
	}
	var manifest struct{ Version string }
	err = json.Unmarshal(data, &manifest)
	return manifest.Version, err
}

// writeRecordings replaces the recordings in a directory.
func writeRecordings(dir string, recordings []*conformance.Recording) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, r := range recordings {
		f, err := os.Create(recordingPath(dir, r.Set))
		if err != nil {
			return err
		}
		if err := r.Write(f); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// readRecording returns the recording of a set.
func readRecording(dir, set string) (*conformance.Recording, error) {
	f, err := os.Open(recordingPath(dir, set))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return conformance.ReadRecording(f)
}
