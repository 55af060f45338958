package main

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

// A finding is one of a tool. Line is 0 if the tool gives none.
type finding struct {
	path    string // relative to the tree, with slashes
	line    int
	rule    string
	message string
}

// relative returns a path relative to a tree, with slashes.
func relative(tree, path string) string {
	if rel, err := filepath.Rel(tree, path); filepath.IsAbs(path) && err == nil {
		path = rel
	}
	return filepath.ToSlash(filepath.Clean(path))
}

func parseSkilllint(report []byte, _ string) (found []finding, err error) {
	var r struct {
		Findings []struct {
			Rule, Message string
			Path          string
			Range         struct{ Start struct{ Line int } }
		}
	}
	err = json.Unmarshal(report, &r)
	for _, f := range r.Findings {
		found = append(found, finding{f.Path, f.Range.Start.Line, f.Rule, f.Message})
	}
	return found, err
}

func parseSkillCheck(report []byte, tree string) (found []finding, err error) {
	var r struct {
		Diagnostics []struct {
			RuleID, Message, File string
			Line                  int
		}
	}
	err = json.Unmarshal(report, &r)
	for _, d := range r.Diagnostics {
		found = append(found, finding{relative(tree, d.File), d.Line, d.RuleID, d.Message})
	}
	return found, err
}

func parseClaudelint(report []byte, tree string) (found []finding, err error) {
	type problem struct {
		Message, File, RuleID string
		Line                  int
	}
	var r struct {
		Validators []struct{ Errors, Warnings []problem }
	}
	err = json.Unmarshal(report, &r)
	for _, v := range r.Validators {
		for _, p := range append(v.Errors, v.Warnings...) {
			found = append(found, finding{relative(tree, p.File), p.Line, p.RuleID, p.Message})
		}
	}
	return found, err
}

func parseAgentlint(report []byte, tree string) (found []finding, err error) {
	var r struct {
		Findings []struct {
			RuleID   string `json:"rule_id"`
			Message  string
			Location struct {
				Path      string
				StartLine int `json:"start_line"`
			}
		}
	}
	err = json.Unmarshal(report, &r)
	for _, f := range r.Findings {
		found = append(found, finding{relative(tree, f.Location.Path), f.Location.StartLine, f.RuleID, f.Message})
	}
	return found, err
}

// parseSkillsRef reads the output of one skill: "Validation failed for DIR:" and a line for each problem, without rules and lines.
func parseSkillsRef(report []byte, tree string) (found []finding, _ error) {
	dir := ""
	for line := range strings.Lines(string(report)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "Validation failed for "); ok {
			dir = relative(tree, strings.TrimSuffix(rest, ":"))
		} else if message, ok := strings.CutPrefix(line, "- "); ok && dir != "" {
			found = append(found, finding{path: filepath.ToSlash(filepath.Join(dir, "SKILL.md")), message: message})
		}
	}
	return found, nil
}

func parseSARIF(report []byte, tree string) (found []finding, err error) {
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	err = json.Unmarshal(report, &log)
	for _, run := range log.Runs {
		for _, r := range run.Results {
			if len(r.Locations) == 0 {
				continue
			}
			at := r.Locations[0].PhysicalLocation
			path, err := url.PathUnescape(strings.TrimPrefix(at.ArtifactLocation.URI, "file://"))
			if err != nil {
				return nil, err
			}
			found = append(found, finding{relative(tree, path), at.Region.StartLine, r.RuleID, r.Message.Text})
		}
	}
	return found, err
}
