package catalog_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
)

// inMemory returns a source for a client that is started in /p. A file with the content "-> target" is a link.
func inMemory(files map[string]string) *clientfs.Source {
	contents, links := map[string][]byte{}, map[string]string{}
	for path, content := range files {
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			links[path] = target
			continue
		}
		contents[path] = []byte(content)
	}
	return clientfs.FromMap("/p", "/p", contents, links)
}

// listOf returns the list of a client that is started in /p, with /h as its home directory.
func listOf(t *testing.T, client string, files map[string]string, change func(*catalog.Request)) catalog.List {
	t.Helper()
	from := inMemory(files)
	r := from.Request()
	r.Home = "/h"
	if change != nil {
		change(&r)
	}
	list, err := catalog.Lookup(client).List(from, r)
	if err != nil {
		t.Fatalf("%s: %v", client, err)
	}
	return list
}

// states returns the state of each skill, one per line.
func states(list catalog.List) string {
	var lines []string
	for _, i := range list.Items {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s %d %d %s", i.State, i.Name, i.Path, i.Shown, i.Lost, i.Reason)))
	}
	return strings.Join(lines, "\n")
}

func skill(name, description string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\n---\n\nBody.\n"
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

func TestOpencodeList(t *testing.T) {
	list := listOf(t, "opencode", map[string]string{
		"/p/.git/HEAD":                               "",
		"/p/.agents/skills/usr/SKILL.md":             skill("usr", "U <b>."),
		"/p/.agents/skills/deep/er/SKILL.md":         skill("Upper", "|\n  One\n  two"),
		"/p/.agents/skills/.hidden/SKILL.md":         skill("trail", "In a hidden directory."),
		"/p/.agents/skills/one/SKILL.md":             skill("same", "Of .agents."),
		"/p/.claude/skills/one/SKILL.md":             skill("same", "Of .claude."),
		"/p/.opencode/skills/.hidden/SKILL.md":       skill("unseen", "In a hidden directory of .opencode."),
		"/p/.opencode/skill/o'k/SKILL.md":            skill("ok", `""`),
		"/h/.agents/skills/home/SKILL.md":            skill("home", "Of the user."),
		"/p/.agents/skills/bare/SKILL.md":            "---\nname: bare\n---\n",
		"/p/.agents/skills/number/SKILL.md":          skill("1", "A number."),
		"/p/.codex/skills/codex/SKILL.md":            skill("codex", "Of another client."),
		"/p/.agents/skills/lower/skill.md":           skill("lower", "In lower case."),
		"/p/.agents/skills/linked":                   "-> ../../shared",
		"/p/shared/SKILL.md":                         skill("shared", "Linked."),
		"/p/.agents/skills/node_modules/mo/SKILL.md": skill("mo", "In node_modules."),
	}, nil)
	equal(t, "text", list.Text, `<available_skills>
  <skill>
    <name>home</name>
    <description>Of the user.</description>
    <location>/h/.agents/skills/home/SKILL.md</location>
  </skill>
  <skill>
    <name>mo</name>
    <description>In node_modules.</description>
    <location>/p/.agents/skills/node_modules/mo/SKILL.md</location>
  </skill>
  <skill>
    <name>ok</name>
    <description></description>
    <location>/p/.opencode/skill/o&#39;k/SKILL.md</location>
  </skill>
  <skill>
    <name>same</name>
    <description>Of .agents.</description>
    <location>/p/.agents/skills/one/SKILL.md</location>
  </skill>
  <skill>
    <name>shared</name>
    <description>Linked.</description>
    <location>/p/.agents/skills/linked/SKILL.md</location>
  </skill>
  <skill>
    <name>trail</name>
    <description>In a hidden directory.</description>
    <location>/p/.agents/skills/.hidden/SKILL.md</location>
  </skill>
  <skill>
    <name>Upper</name>
    <description>One
two
</description>
    <location>/p/.agents/skills/deep/er/SKILL.md</location>
  </skill>
  <skill>
    <name>usr</name>
    <description>U <b>.</description>
    <location>/p/.agents/skills/usr/SKILL.md</location>
  </skill>
</available_skills>
`)
	equal(t, "lost", states(catalog.List{Items: list.Items[8:]}), `gone bare /p/.agents/skills/bare/SKILL.md 0 0 missing field "description"
rejected number /p/.agents/skills/number/SKILL.md 0 0 "name" must be a string, not a number
gone same /p/.claude/skills/one/SKILL.md 0 11 overridden by a skill with this name in /p/.agents/skills`)
}

func TestOpencodeBuiltin(t *testing.T) {
	builtins := func(r *catalog.Request) { r.Builtins = true }
	list := listOf(t, "opencode", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("a", "A.")}, builtins)
	if len(list.Items) != 2 || list.Items[1].Shown != len(list.Items[1].Description) || list.Items[1].Shown != 386 ||
		!strings.Contains(list.Text, "<location>&lt;built-in&gt;</location>") {
		t.Errorf("%s\n%s", states(list), list.Text)
	}
	list = listOf(t, "opencode", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("customize-opencode", "A.")}, builtins)
	if len(list.Items) != 1 || list.Items[0].Description != "A." {
		t.Error(states(list))
	}
	if list = listOf(t, "opencode", nil, nil); list.Text != "" {
		t.Errorf("without skills: %q", list.Text)
	}
}

// TestOpencodeUnpredictable checks the notes on results that vary between runs.
func TestOpencodeUnpredictable(t *testing.T) {
	twice := listOf(t, "opencode", map[string]string{
		"/p/.agents/skills/a/SKILL.md": skill("same", "A."), "/p/.agents/skills/b/SKILL.md": skill("same", "B."),
	}, nil)
	if len(twice.Notes) != 1 || !strings.Contains(twice.Notes[0], `one directory: "same"`) || twice.Items[1].State != catalog.Omitted {
		t.Errorf("%q\n%s", twice.Notes, states(twice))
	}
	loop := listOf(t, "opencode", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("a", "A."), "/p/.agents/skills/a/loop": "-> .."}, nil)
	if want := "/p/.agents/skills" + strings.Repeat("/a/loop", 40) + "/a/SKILL.md"; len(loop.Notes) != 1 || loop.Items[0].Path != want {
		t.Errorf("%q\n%s", loop.Notes, states(loop))
	}
	loops := listOf(t, "opencode", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("a", "A."),
		"/p/.agents/skills/a/loop": "-> ..", "/p/.agents/skills/a/other": "-> .."}, nil)
	if len(loops.Notes) != 1 || !strings.Contains(loops.Notes[0], "may not start") || loops.Items[0].Path != "/p/.agents/skills/a/SKILL.md" {
		t.Errorf("%q\n%s", loops.Notes, states(loops))
	}
	scripts := listOf(t, "opencode", map[string]string{"/p/.agents/skills/a/SKILL.md": skill("技能", "A."), "/p/.agents/skills/b/SKILL.md": skill("b", "A.")}, nil)
	if len(scripts.Notes) != 1 || !strings.Contains(scripts.Notes[0], "estimate") {
		t.Errorf("%q", scripts.Notes)
	}
}

// TestCopies checks that equal skills in two roots are not reported as omitted.
func TestCopies(t *testing.T) {
	for client, root := range map[string]string{"opencode": ".claude", "gemini": ".gemini", "copilot": ".claude"} {
		list := listOf(t, client, map[string]string{"/p/" + root + "/skills/a/SKILL.md": skill("a", "A."), "/p/.agents/skills/a/SKILL.md": skill("a", "A.")}, nil)
		if len(list.Items) != 1 || list.Items[0].Path != "/p/.agents/skills/a/SKILL.md" || len(list.Notes) != 1 || !strings.HasPrefix(list.Notes[0], "1 copy with the same name") {
			t.Errorf("%s: %s\n%q", client, states(list), list.Notes)
		}
	}
}

// TestFirstCopies checks the same for clients that list the first of equal skills.
func TestFirstCopies(t *testing.T) {
	for client, root := range map[string]string{"pi": ".pi", "qwen": ".qwen"} {
		list := listOf(t, client, map[string]string{"/p/" + root + "/skills/a/SKILL.md": skill("a", "A."), "/p/.agents/skills/a/SKILL.md": skill("a", "A.")}, nil)
		if len(list.Items) != 1 || list.Items[0].Path != "/p/"+root+"/skills/a/SKILL.md" || !strings.Contains(strings.Join(list.Notes, "\n"), "1 copy with the same name") {
			t.Errorf("%s: %s\n%q", client, states(list), list.Notes)
		}
	}
}

// TestOpenClawLimit checks which skills lose their descriptions, and which are omitted.
func TestOpenClawLimit(t *testing.T) {
	for _, test := range []struct {
		skills, length          int
		full, cut, without, out int
	}{{3, 100, 3, 0, 0, 0}, {60, 400, 0, 60, 0, 0}, {160, 10, 0, 0, 150, 10}} {
		files := map[string]string{}
		for i := range test.skills {
			name := fmt.Sprintf("s%03d", i)
			files["/p/skills/"+name+"/SKILL.md"] = skill(name, strings.Repeat("word ", test.length/5)+"end")
		}
		counts := map[catalog.State]int{}
		list := listOf(t, "openclaw", files, nil)
		for _, i := range list.Items {
			counts[i.State]++
		}
		if got := []int{counts[catalog.Full], counts[catalog.Cut], counts[catalog.NameOnly], counts[catalog.Omitted]}; !slices.Equal(got, []int{test.full, test.cut, test.without, test.out}) || list.Cost > list.Limit {
			t.Errorf("%d skills: %v, %d of %d", test.skills, got, list.Cost, list.Limit)
		}
	}
}

// TestManyPaths checks that walks terminate if links to each other create an exponential number of paths.
func TestManyPaths(t *testing.T) {
	files := map[string]string{"/p/.agents/skills/d0/x": ""}
	for i := range 40 {
		for _, link := range []string{"l", "m"} {
			files[fmt.Sprintf("/p/.agents/skills/d%d/%s", i, link)] = fmt.Sprintf("-> ../d%d", i+1)
		}
	}
	files["/p/.agents/skills/d40/SKILL.md"] = skill("deep", "Deep.")
	for _, client := range []string{"opencode", "gemini", "agentskills", "copilot"} {
		listOf(t, client, files, nil)
	}
	if list := listOf(t, "opencode", files, nil); len(list.Notes) == 0 || !strings.Contains(list.Notes[0], "20,000 directories") {
		t.Errorf("%q", list.Notes)
	}
}

// TestWideLinks checks that the queue of directories is limited if directories have many links to each other.
func TestWideLinks(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("/p/.agents/skills/d%d/SKILL.md", i)] = skill(fmt.Sprintf("d%d", i), "D.")
		for j := range 40 {
			files[fmt.Sprintf("/p/.agents/skills/d%d/l%d", i, j)] = fmt.Sprintf("-> ../d%d", j)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	list := listOf(t, "opencode", files, nil)
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 250 || len(list.Items) < 40 {
		t.Errorf("%d skills, %d MB", len(list.Items), mb)
	}
}

func TestGeminiList(t *testing.T) {
	files := map[string]string{
		"/p/.agents/skills/b/SKILL.md":            skill("a:b", "x: y"),
		"/p/.agents/skills/SKILL.md":              skill("root", "In the root."),
		"/p/.agents/skills/z/deeper/SKILL.md":     skill("deep", "Too deep."),
		"/p/.agents/skills/.dot/SKILL.md":         skill("dot", "In a hidden directory."),
		"/p/.agents/skills/node_modules/SKILL.md": skill("mo", "In node_modules."),
		"/p/.agents/skills/none/SKILL.md":         "---\nname: none\n---\n",
		"/p/.gemini/skills/same/SKILL.md":         skill("same", "Of .gemini."),
		"/p/.agents/skills/same/SKILL.md":         skill("same", "Of .agents."),
		"/h/.gemini/skills/home/SKILL.md":         skill("home", "Of the user."),
		"/p/.claude/skills/c/SKILL.md":            skill("c", "Of another client."),
	}
	list := listOf(t, "gemini", files, nil)
	equal(t, "text", list.Text, `<available_skills>
  <skill>
    <name>home</name>
    <description>Of the user.</description>
    <location>/h/.gemini/skills/home/SKILL.md</location>
  </skill>
  <skill>
    <name>root</name>
    <description>In the root.</description>
    <location>/p/.agents/skills/SKILL.md</location>
  </skill>
  <skill>
    <name>a-b</name>
    <description>x: y</description>
    <location>/p/.agents/skills/b/SKILL.md</location>
  </skill>
  <skill>
    <name>same</name>
    <description>Of .agents.</description>
    <location>/p/.agents/skills/same/SKILL.md</location>
  </skill>
</available_skills>
`)
	equal(t, "lost", states(catalog.List{Items: list.Items[4:]}), `rejected none /p/.agents/skills/none/SKILL.md 0 0 missing field "description"
gone deep /p/.agents/skills/z/deeper/SKILL.md 0 9 more than one level below the skills directory, the limit of Gemini CLI
gone same /p/.gemini/skills/same/SKILL.md 0 11 overridden by a skill with this name in /p/.agents/skills`)
	own := listOf(t, "gemini", files, func(r *catalog.Request) { r.Builtins = true })
	for _, i := range own.Items[:6] {
		if i.Path == "" && i.Shown != len(i.Description) {
			t.Errorf("%s has %d characters", i.Name, len(i.Description))
		}
	}
	if strings.Count(own.Text, "<skill>") != 6 {
		t.Error(own.Text)
	}
}

func TestAgentSkillsList(t *testing.T) {
	list := listOf(t, "agentskills", map[string]string{
		"/p/skills/b/SKILL.md":      skill("b & c", `"  it's <x>  "`),
		"/p/skills/a/skill.md":      skill("other-name", "Lower case."),
		"/p/skills/a/x/SKILL.md":    skill("n", "a --- b"),
		"/p/skills/broken/SKILL.md": skill("broken", "a: b: c"),
		"/p/.git/x/SKILL.md":        skill("git", "Git."),
	}, nil)
	equal(t, "text", list.Text, `<available_skills>
<skill>
<name>
other-name
</name>
<description>
Lower case.
</description>
<location>
/p/skills/a/skill.md
</location>
</skill>
<skill>
<name>
n
</name>
<description>
a
</description>
<location>
/p/skills/a/x/SKILL.md
</location>
</skill>
<skill>
<name>
b &amp; c
</name>
<description>
it&#39;s &lt;x&gt;
</description>
<location>
/p/skills/b/SKILL.md
</location>
</skill>
</available_skills>
`)
	if last := list.Items[3]; last.State != catalog.Rejected || last.Name != "broken" || len(list.Notes) != 1 {
		t.Errorf("%s\n%q", states(list), list.Notes)
	}
	equal(t, "no skill", listOf(t, "agentskills", map[string]string{"/p/x": ""}, nil).Text, "<available_skills>\n</available_skills>\n")
}

func TestCopilotList(t *testing.T) {
	list := listOf(t, "copilot", map[string]string{
		"/p/.github/skills/a/SKILL.md":           skill("a", "A <b>."),
		"/p/.agents/skills/a/SKILL.md":           skill("a", "Second."),
		"/p/.agents/skills/deep/er/SKILL.md":     skill("deep", "Deep."),
		"/p/.agents/skills/deep/er/sub/SKILL.md": skill("below", "Below a skill."),
		"/p/.agents/skills/.dot/SKILL.md":        skill("dot", "Dot."),
		"/p/.claude/skills/SKILL.md":             skill("top", "Hides the others."),
		"/p/.claude/skills/hidden/SKILL.md":      skill("hidden", "Hidden."),
		"/p/.claude/x":                           "",
		"/h/.copilot/skills/u/SKILL.md":          "---\nname: u\n---\n",
		"/p/.agents/skills/manual/SKILL.md":      "---\nname: manual\ndescription: M.\ndisable-model-invocation: true\n---\n",
	}, nil)
	equal(t, "text", list.Text, "<skills>\n<skill>\n<name>u</name>\n<file>/h/.copilot/skills/u/SKILL.md</file>\n</skill>\n"+
		"<skill>\n<name>deep</name>\n<description>Deep.</description>\n<file>/p/.agents/skills/deep/er/SKILL.md</file>\n</skill>\n"+
		"<skill>\n<name>top</name>\n<description>Hides the others.</description>\n<file>/p/.claude/skills/SKILL.md</file>\n</skill>\n"+
		"<skill>\n<name>a</name>\n<description>A <b>.</description>\n<file>/p/.github/skills/a/SKILL.md</file>\n</skill>\n</skills>\n")
	equal(t, "lost", states(catalog.List{Items: list.Items[4:]}), "gone a /p/.agents/skills/a/SKILL.md 0 7 Copilot lists the first skill with this name, /p/.github/skills/a/SKILL.md")
	equal(t, "notes", strings.Join(list.Notes, "\n"), "1 skill omitted: disable-model-invocation is true")
	if list.Estimate == "" {
		t.Error("missing estimate")
	}
}

func TestCleoList(t *testing.T) {
	list := listOf(t, "cleo", map[string]string{"/p/skills/manifest.json": `{
	"Skills": [{"name": "not this key"}],
	"skills": [
		{"status": "active", "path": "skills/ct-a", "name": "ct-a", "version": "1.0.0", "description": "Ünïcode / \u00e9 <&> \"q\" \\ \u0000\u007f\u2028\n"},
		{"name": {"b": [1, 1.50], "a": null}, "version": 2},
		"text"
	]}`}, nil)
	equal(t, "text", list.Text, `{"name":"ct-a","version":"1.0.0","description":"Ünïcode / é <&> \"q\" \\ \u0000\u007f`+"\u2028"+`\n","path":"skills/ct-a"}`+"\n"+
		`{"name":{"b":[1,1.50],"a":null},"version":2,"description":null,"path":null}`+"\n")
	if list.Items[0].Path != "/p/skills/ct-a/SKILL.md" || len(list.Notes) != 1 {
		t.Errorf("%s\n%q", states(list), list.Notes)
	}
	for name, content := range map[string]string{"no registry": "", "invalid JSON": "{", "not a list": `{"skills": 1}`, "no skill": `{"skills": []}`, "no field": `{}`} {
		files := map[string]string{"/p/skills/manifest.json": content}
		if name == "no registry" {
			files = nil
		}
		if list := listOf(t, "cleo", files, nil); list.Text != "" || len(list.Items) > 0 {
			t.Errorf("%s: %q", name, list.Text)
		}
	}
}

func TestTriagentList(t *testing.T) {
	files := map[string]string{
		"/p/src/skills/team/_persona_developer.yaml": "core_skills: [basics, shared]\nskills:\n  - review\n  - missing\non_demand_skills: [rca, review, ../x]\n",
		"/p/src/skills/team/core/basics.md":          skill("basics", "Basics."),
		"/p/src/skills/core/basics.md":               skill("basics", "Of all teams."),
		"/p/src/skills/core/shared.md":               "No header.\n",
		"/p/src/skills/team/developer/review.md":     "---\nname: review\ndescription: a | b\ntriggers: [pr.*review, look]\nsubagents: [x, y, z, y]\n---\n",
		"/p/src/skills/team/support/rca.md":          skill("rca", "Causes."),
		"/p/src/skills/team/_subagents/x.yaml":       "name: x\n",
	}
	list := listOf(t, "triagent", files, nil)
	equal(t, "text", list.Text, `## Available Skills

Use the `+"`load_skill`"+` tool to load detailed instructions for any skill.

| Skill | Description | Use When |
|-------|-------------|----------|
| basics | Basics. |  |
| shared |  |  |
| review | a | b | pr.*review, look |
| rca | Causes. |  |

**Instructions**: Before starting a complex task, load the relevant skill(s) to get detailed guidance.
`)
	notes := strings.Join(list.Notes, "\n")
	if len(list.Notes) != 3 || !strings.Contains(notes, `"missing"`) || !strings.Contains(notes, "290 tokens: 50 per skill, and 30 for each of 3 subagents, which the table does not list") {
		t.Errorf("%q", list.Notes)
	}
}

func TestTriagentChoice(t *testing.T) {
	files := map[string]string{"/p/skills/a/_persona_dev.yaml": "", "/p/skills/b/_persona_dev.yaml": "", "/p/skills/b/_persona_ops.yaml": "skills: [x"}
	from := inMemory(files)
	for _, test := range []struct{ team, persona, err string }{
		{"", "", "found 3 personas; choose one: --team a --persona dev, --team b --persona dev, --team b --persona ops"},
		{"a", "", ""},
		{"", "ops", ""},
		{"b", "", "found 2 personas; choose one: --team b --persona dev, --team b --persona ops"},
		{"a", "ops", `no persona "ops" in team "a" (available: --team a --persona dev)`},
		{"c", "", `unknown team "c" (available: a, b)`},
		{"", "opps", `unknown persona "opps"; did you mean ops?`},
	} {
		r := from.Request()
		r.Team, r.Persona = test.team, test.persona
		list, err := catalog.Lookup("triagent").List(from, r)
		if got := fmt.Sprint(err); got != test.err && (err != nil || test.err != "") {
			t.Errorf("%s %s: %s, want %s", test.team, test.persona, got, test.err)
		}
		if err == nil && !strings.Contains(list.Text, "|----------|\n\n**Instructions**") {
			t.Errorf("%s %s: %s", test.team, test.persona, list.Text)
		}
	}
	if _, err := catalog.Lookup("triagent").List(inMemory(nil), from.Request()); err == nil {
		t.Error("no error without a persona")
	}
}

func TestProgressiveList(t *testing.T) {
	files := map[string]string{
		"/p/.my/skills/b/SKILL.md":    skill("b", "Project's b."),
		"/p/.my/skills/a/SKILL.md":    skill("zz", "|\n  Two\n  lines"),
		"/p/.my/skills/none/SKILL.md": "---\nname: none\n---\n",
		"/h/.my/skills/b/SKILL.md":    skill("b", "User's b."),
		"/h/.my/skills/c/SKILL.md":    skill("c", "User's c."),
	}
	const project = "**Project Skills:**\n- **b**: Project's b.\n  → Read `.my/skills/b/SKILL.md` for full instructions\n" +
		"- **zz**: Two\nlines\n\n  → Read `.my/skills/a/SKILL.md` for full instructions\n"
	const user = "**User Skills:**\n- **c**: User's c.\n  → Read `~/.my/skills/c/SKILL.md` for full instructions\n"
	list := listOf(t, "progressive", files, nil)
	got := list.Text
	equal(t, "text", strings.ReplaceAll(got, "lines\n\n  →", "lines\n  →"), user+"\n"+strings.ReplaceAll(project, "lines\n\n  →", "lines\n  →"))
	for _, want := range []string{"gone b /h/.my/skills/b/SKILL.md", "rejected none /p/.my/skills/none/SKILL.md"} {
		if !strings.Contains(states(list), want) {
			t.Errorf("%s\nwant %s", states(list), want)
		}
	}
	userOnly := map[string]string{"/h/.my/skills/c/SKILL.md": files["/h/.my/skills/c/SKILL.md"]}
	equal(t, "user only", listOf(t, "progressive", userOnly, nil).Text, user)
	frame := listOf(t, "progressive", userOnly, func(r *catalog.Request) { r.Frame = true }).Text
	if !strings.HasPrefix(frame, "## Skills System\n") || !strings.Contains(frame, "**Project Skills**: `.my/skills` (overrides user skills)\n\n**Available Skills:**\n\n"+user+"\n\n**How to Use") ||
		!strings.HasSuffix(frame, "check if a skill exists!\n") {
		t.Error(frame)
	}
	equal(t, "no skill", listOf(t, "progressive", nil, nil).Text, "(No skills available yet.)\n")
}

func TestProgressiveFolder(t *testing.T) {
	from := inMemory(map[string]string{"/p/.one/skills/a/SKILL.md": skill("a", "A."), "/p/.two/skills/a/SKILL.md": skill("a", "A.")})
	for folder, want := range map[string]string{
		"":     "found skills in 2 directories; choose one with --folder: .one, .two",
		".one": "", "two": "", ".tow": `no skills/NAME/SKILL.md in ".tow"; did you mean .two?`,
	} {
		r := from.Request()
		r.Folder = folder
		if _, err := catalog.Lookup("progressive").List(from, r); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%q: %v, want %s", folder, err, want)
		}
	}
}

// TestDeterministic checks that repeated runs return equal lists.
func TestDeterministic(t *testing.T) {
	files := map[string]string{"/p/t/_persona_x.yaml": "skills: [a]", "/p/t/x/a.md": skill("a", "A."), "/p/skills/manifest.json": `{"skills": [{"name": "a"}]}`}
	for i := range 30 {
		for _, root := range []string{".agents", ".claude", ".gemini", ".opencode"} {
			files[fmt.Sprintf("/p/%s/skills/s%d/SKILL.md", root, i)] = skill(fmt.Sprint("n", i%20), root)
		}
	}
	delete(files, slices.Sorted(maps.Keys(files))[0])
	for _, a := range catalog.Clients() {
		if a.ID == "progressive" {
			continue
		}
		first := listOf(t, a.ID, files, nil)
		for range 3 {
			if again := listOf(t, a.ID, files, nil); again.Text != first.Text || states(again) != states(first) || !slices.Equal(again.Notes, first.Notes) {
				t.Errorf("%s: two runs differ", a.ID)
			}
		}
	}
}
