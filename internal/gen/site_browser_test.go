package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestSiteSearch types into the search box in Chromium.
func TestSiteSearch(t *testing.T) {
	got := browse(t, "rules/links/broken.html", `
		const input = document.querySelector("search input");
		const results = async (query) => {
			input.focus();
			input.value = query;
			input.dispatchEvent(new Event("input"));
			for (let i = 0; i < 100; i++) {
				await new Promise((resolve) => setTimeout(resolve, 20));
				const count = document.querySelector("search .count").textContent;
				if (count || !query) {
					const links = [...document.querySelectorAll("search li a")];
					return count + " " + links.map((a) => a.getAttribute("href").replace(/^.*site\//, "")).join(" ");
				}
			}
			return "timeout";
		};
		report("visible: " + !document.querySelector("search").hidden);
		report("rule: " + await results("unclosed-fence"));
		input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
		report("focus: " + document.activeElement.localName);
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
		await results("");
		report("cleared: " + document.querySelectorAll("search li").length);
		report("flag: " + await results("no-inline-suppressions"));
		await results("");
		report("typo: " + await results("suppresions"));
		await results("");
		report("nothing: " + await results("xqzzyqqx"));
	`)
	for name, want := range map[string]string{
		"visible": "true$", "rule": `^\d+ results? rules/markdown/unclosed-fence\.html`, "focus": "^a$", "cleared": "^0$",
		"flag": `cli\.html#`, "typo": `suppress`, "nothing": "^No results",
	} {
		if !regexp.MustCompile(want).MatchString(got[name]) {
			t.Errorf("%s: %q, want %s", name, got[name], want)
		}
	}
}

// TestSiteFilters uses the filters of the list of rules in Chromium.
func TestSiteFilters(t *testing.T) {
	got := browse(t, "rules/index.html", `
		const visible = () => [...document.querySelectorAll("main tbody tr")].filter((row) => row.offsetParent !== null);
		const column = (i) => [...new Set(visible().map((row) => row.cells[i].textContent))].join("|");
		const choose = (key, value) => {
			const select = document.getElementById("filter-" + key);
			select.value = value;
			select.dispatchEvent(new Event("change", { bubbles: true }));
		};
		const all = visible().length;
		report("all: " + (document.querySelector(".filters .count").textContent === all + " of " + all + " rules"));
		choose("severity", "error");
		report("severity: " + column(1));
		choose("severity", "");
		choose("group", "links");
		report("group: " + column(0));
		report("headings: " + [...document.querySelectorAll("main h2")].filter((h) => h.offsetParent !== null).map((h) => h.id).join("|"));
		choose("group", "");
		choose("client", "duyetbot");
		report("client: " + column(2));
		choose("client", "");
		choose("fix", "none");
		report("fix: " + column(3));
		choose("fix", "");
		report("again: " + (visible().length === all));
		choose("client", "cleo");
		choose("fix", "safe");
		choose("group", "security");
		report("count: " + document.querySelector(".filters .count").textContent);
	`)
	for name, want := range map[string]string{
		"all": "^true$", "severity": "^error$", "group": `^links/[^|]+(\|links/[^|]+)+$`, "headings": "^links$",
		"client": `^(–|[^|]*duyetbot[^|]*)(\|(–|[^|]*duyetbot[^|]*))*$`, "fix": "^–$", "again": "^true$", "count": `^\d of \d+ rules$`,
	} {
		if !regexp.MustCompile(want).MatchString(got[name]) {
			t.Errorf("%s: %q, want %s", name, got[name], want)
		}
	}
}

// browse opens a page of the site in Chromium and runs a script in it. It returns the lines that the script passes to
// report, by the text before the colon.
func browse(t *testing.T, page, script string) map[string]string {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil || testing.Short() {
		t.Skip("chromium is not installed, or -short is set")
	}
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	if err := writeSite(root, site); err != nil {
		t.Fatal(err)
	}
	driver := "addEventListener('load', async () => {\nconst output = document.createElement('pre');\noutput.id = 'output';\n" +
		"const report = (line) => { output.textContent += line + '\\n'; };\n" +
		"try {\n" + script + "\n} catch (e) { report('error: ' + e); }\ndocument.body.append(output);\n});\n"
	file := filepath.Join(site, filepath.FromSlash(page))
	html, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	up := strings.Repeat("../", strings.Count(page, "/"))
	withDriver := strings.Replace(string(html), "</head>", `<script defer src="`+up+`driver.js"></script></head>`, 1)
	if err := os.WriteFile(file, []byte(withDriver), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(site, "driver.js"), []byte(driver), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--window-size=1400,900", "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom", "file://"+file)
	var log strings.Builder
	cmd.Stderr = &log
	dom, err := cmd.Output()
	if err != nil {
		t.Skipf("chromium failed: %v\n%s", err, log.String())
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("console message: %s", line)
		}
	}
	_, output, _ := strings.Cut(string(dom), `<pre id="output">`)
	output, _, _ = strings.Cut(output, "</pre>")
	got := map[string]string{}
	for line := range strings.Lines(output) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		got[name] = text
	}
	return got
}
