package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Privilege reports commands that give programs or users more permissions than they need.
//
// Programs with the setuid bit run as their owner, and NOPASSWD lets every program of the user become root. A
// container with all privileges or with Docker's socket controls the computer. Without Defender, Gatekeeper or an endpoint
// agent, nothing stops malware.
//
// Options in files of docker compose and Kubernetes are seen only by their usual spelling.
//
// Severity:
//   - error for hooks, inline commands and servers
//   - info for System Integrity Protection in text, for containers in references, which document a tool, and for containers in text that use graphics cards, or
//     scan and monitor the computer
//   - warning elsewhere
//
// Not reported:
//   - sudo, and chmod +x
//   - chmod 777 of a single file or directory in text
//   - text that describes attacks or says what not to do
var Privilege = &analysis.Analyzer{
	Name:     "security/privilege",
	Doc:      "excessive permissions",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1548.001 (Setuid and Setgid), T1548.003 (Sudo and Sudo Caching), T1611 (Escape to Host)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      privilege,
}

func privilege(pass *analysis.Pass) error {
	hits := hitsIn(pass, privilegeHit)
	if d := pass.Document; d.Kind == analysis.Resource && (strings.HasSuffix(d.Path, ".yaml") || strings.HasSuffix(d.Path, ".yml")) {
		for i := 1; i <= d.LineCount(); i++ {
			at := d.TrimLine(d.LineRange(i))
			if text := d.Text(at); text == "privileged: true" || strings.HasPrefix(text, "- ") && strings.Contains(text, "/var/run/docker.sock:") {
				hits = append(hits, hit{at: at, severity: analysis.Warning, message: "a container gets control of the computer",
					effect: "what runs in it can change everything outside of it", help: "grant only what is needed"})
			}
		}
	}
	reportHits(pass, hits)
	return nil
}

func privilegeHit(f *analysis.File, a *behavior.Act) hit {
	isSudoers := a.Kind == behavior.Writes && strings.Contains(a.To, "/etc/sudoers")
	if a.Kind == behavior.Disarms {
		h := hit{at: a.At, severity: analysis.Warning, message: a.To + " is switched off", effect: "malware that it would stop can run", help: "remove it"}
		switch {
		case a.On == behavior.Unasked:
			h.severity = analysis.Error
		case a.On == behavior.InText && a.By == "csrutil": // works only before macOS starts, where no model runs it
			h.severity = analysis.Info
		}
		return h
	}
	if a.Kind != behavior.Loosens && !isSudoers {
		return hit{}
	}
	h := hit{at: a.At, severity: analysis.Warning, message: quote.Text(a.By) + " makes " + quote.Text(a.To) + " too open", effect: when(f, a.On), help: "grant only what is needed"}
	switch {
	case isSudoers:
		h.message, h.effect = quote.Text(a.To)+" is changed", "programs of the user can become root without a password"
	case a.To == "container":
		h.message, h.effect = "a container gets control of the computer", "what runs in it can change everything outside of it"
	}
	switch {
	case a.On == behavior.Unasked:
		h.severity = analysis.Error
	case a.To == "container" && a.On == behavior.InText && (f.Kind&(analysis.Resource|analysis.Reference) != 0 || needsControl(a.Of.Text())):
		h.severity = analysis.Info // documentation of a tool
	}
	return h
}

// inspectors are images that scan or monitor the computer, by the start of their names.
const inspectors = "aquasec/ anchore/ docker/docker-bench-security gcr.io/datadoghq/ datadog/ grafana/ prom/ gcr.io/cadvisor/ portainer/ containrrr/watchtower wagoodman/dive goodwithtech/ traefik traefik: falcosecurity/"

// needsControl reports whether a command runs a container that needs control of the computer: with graphics cards, or an
// image that inspects it.
func needsControl(command string) bool {
	for word := range strings.FieldsSeq(command) {
		if strings.HasPrefix(word, "--gpus") || word == "--runtime=nvidia" {
			return !strings.Contains(command, "docker.sock") && !strings.Contains(command, " /:")
		}
		for image := range strings.FieldsSeq(inspectors) {
			if strings.HasPrefix(word, image) {
				return true
			}
		}
	}
	return false
}
