"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const source = $("data");
  if (!source) return;
  const { findings, texts, rules } = JSON.parse(source.textContent);
  const PATH = 0, LINE = 1, COLUMN = 2, SEVERITY = 3, RULE = 4, MESSAGE = 5, EXCERPT = 6, EFFECT = 7, HELP = 8, CAUSE = 9, SKILL = 10, RELATED = 11;
  const names = { 3: "error", 2: "warning", 1: "info" };
  const perPage = 100, perTable = 15;
  const number = (n) => n.toLocaleString("en-US");

  // element returns an element. Texts of the report become text nodes only.
  const element = (name, className, ...content) => {
    const e = document.createElement(name);
    if (className) e.className = className;
    e.append(...content);
    return e;
  };
  const button = (text, onClick) => {
    const e = element("button", "", text);
    e.type = "button";
    e.addEventListener("click", onClick);
    return e;
  };

  const off = new Set();
  let search = "", rule = -1, chosen = null, page = 0, selected = [];

  const excerpt = (id) => {
    const pre = element("pre");
    const lines = texts[id].split("\n").map((line) => line.split("\t"));
    const width = lines[lines.length - 1][0].length;
    for (const [n, before, marked, after] of lines) pre.append(element("span", "dim", n.padStart(width) + "  "), before, element("mark", "", marked), after, "\n");
    return pre;
  };
  const related = (data) => {
    const list = element(data[1] ? "ol" : "ul");
    for (let i = 2; i < data.length; i += 3) {
      const item = element("li", "", element("span", "path", texts[data[i]]), " " + texts[data[i + 1]]);
      if (data[i + 2]) item.append(excerpt(data[i + 2]));
      list.append(item);
    }
    if (data[0]) list.append(element("li", "dim", `and ${data[0]} more`));
    return list;
  };
  const article = (f) => {
    const severity = names[f[SEVERITY]];
    const name = element(rules[f[RULE]] ? "a" : "span", "rule", texts[f[RULE]]);
    if (rules[f[RULE]]) name.href = rules[f[RULE]];
    const a = element("article", severity, element("h4", "", element("span", "severity", severity), " ",
      element("span", "dim", `${f[LINE]}:${f[COLUMN]}`), " ", element("span", "message", texts[f[MESSAGE]]), " ", name));
    if (f[EXCERPT]) a.append(excerpt(f[EXCERPT]));
    if (f[EFFECT]) a.append(element("p", "note", "note: " + texts[f[EFFECT]]));
    if (f[RELATED]) a.append(related(f[RELATED]));
    if (f[HELP]) for (const line of texts[f[HELP]].split("\n")) a.append(element("p", "fix", "help: " + line));
    return a;
  };

  const draw = () => {
    const list = $("list"), shown = selected.slice(page * perPage, (page + 1) * perPage);
    list.replaceChildren();
    let path = -1, section;
    for (const f of shown) {
      if (f[PATH] !== path) {
        path = f[PATH];
        section = element("section", "", element("h3", "", texts[path]));
        list.append(section);
      }
      section.append(article(f));
    }
    const pages = Math.ceil(selected.length / perPage);
    $("pager").hidden = pages < 2;
    $("page").textContent = `Page ${number(page + 1)} of ${number(pages)}`;
    $("previous").disabled = page === 0;
    $("next").disabled = page >= pages - 1;
    $("shown").textContent = `${number(selected.length)} of ${number(findings.length)}`;
  };
  const update = () => {
    const words = search.toLowerCase();
    const has = words && texts.map((t) => t.toLowerCase().includes(words)); // each text once, however many findings have it
    selected = findings.filter((f) => !off.has(f[SEVERITY]) && (rule < 0 || f[RULE] === rule) && (!chosen || f[chosen.field] === chosen.value) &&
      (!has || has[f[PATH]] || has[f[RULE]] || has[f[MESSAGE]] || has[f[EFFECT]] || has[f[HELP]]));
    page = 0;
    $("chosen").hidden = !chosen;
    $("chosen").textContent = chosen ? `${chosen.label} ×` : "";
    draw();
  };
  const choose = (choice) => {
    chosen = choice;
    update();
    $("findings").scrollIntoView();
    $("chosen").focus({ preventScroll: true });
  };

  const counted = (field) => {
    const counts = new Map();
    for (const f of findings) counts.set(f[field], (counts.get(f[field]) || 0) + 1);
    return counts;
  };
  const severities = counted(SEVERITY);
  for (const s of [3, 2, 1]) {
    if (!severities.has(s)) continue;
    const toggle = button(`${names[s]} ${number(severities.get(s))}`, () => {
      if (!off.delete(s)) off.add(s);
      toggle.setAttribute("aria-pressed", String(!off.has(s)));
      update();
    });
    toggle.setAttribute("aria-pressed", "true");
    $("severities").append(toggle, " ");
  }
  const byRule = [...counted(RULE)].sort((a, b) => b[1] - a[1] || (texts[a[0]] < texts[b[0]] ? -1 : 1));
  $("rules").append(new Option("all rules", "-1"), ...byRule.map(([r, n]) => new Option(`${texts[r]} (${number(n)})`, String(r))));
  $("rules").addEventListener("change", () => { rule = Number($("rules").value); update(); });
  let waiting;
  $("search").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { search = $("search").value; update(); }, findings.length > 5000 ? 200 : 0);
  });
  $("chosen").addEventListener("click", () => { choose(null); $("search").focus(); });
  const turn = (by) => { page += by; draw(); $("findings").scrollIntoView(); };
  $("previous").addEventListener("click", () => turn(-1));
  $("next").addEventListener("click", () => turn(1));
  for (const b of document.querySelectorAll("#causes button")) {
    b.disabled = false;
    if (b.dataset.cause) {
      b.addEventListener("click", () => choose({ field: CAUSE, value: Number(b.dataset.cause), label: "one cause" }));
    } else {
      b.addEventListener("click", () => choose({ field: RULE, value: texts.indexOf(b.dataset.rule), label: b.dataset.rule }));
    }
  }

  // The table of skills.
  const skills = new Map();
  for (const f of findings) {
    let s = skills.get(f[SKILL]);
    if (!s) skills.set(f[SKILL], s = { id: f[SKILL], name: texts[f[SKILL]], error: 0, warning: 0, info: 0, causes: new Set() });
    s[names[f[SEVERITY]]]++;
    s.causes.add(f[CAUSE]);
  }
  const columns = { Skill: (s) => s.name, Errors: (s) => s.error, Warnings: (s) => s.warning, Infos: (s) => s.info, Causes: (s) => s.causes.size };
  let sorted = "Errors", descending = true, rows = perTable;
  const compare = (a, b) => {
    const x = columns[sorted](a), y = columns[sorted](b);
    const order = x < y ? -1 : x > y ? 1 : 0;
    return (descending ? -order : order) || b.error - a.error || b.warning - a.warning || (a.name < b.name ? -1 : 1);
  };
  const table = () => {
    const words = $("skill-search").value.toLowerCase();
    const all = [...skills.values()].filter((s) => s.name.toLowerCase().includes(words)).sort(compare);
    $("rows").replaceChildren(...all.slice(0, rows).map((s) => {
      const open = button(s.name, () => choose({ field: SKILL, value: s.id, label: s.name }));
      return element("tr", "", element("td", "path", open), ...["error", "warning", "info"].map((n) => element("td", s[n] ? n : "dim", number(s[n]))), element("td", "", number(s.causes.size)));
    }));
    for (const th of $("columns").children) {
      if (th.dataset.name === sorted) th.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
    }
    $("skill-count").textContent = `${number(all.length)} of ${number(skills.size)}`;
    $("more").hidden = all.length <= rows;
    $("more").textContent = `Show ${number(Math.min(20 * perTable, all.length - rows))} more`;
  };
  for (const name of Object.keys(columns)) {
    const th = element("th", "", button(name, () => {
      descending = sorted === name ? !descending : name !== "Skill";
      sorted = name;
      table();
    }));
    th.scope = "col";
    th.dataset.name = name;
    $("columns").append(th);
  }
  $("skill-search").addEventListener("input", () => { rows = perTable; table(); });
  $("more").addEventListener("click", () => { rows += 20 * perTable; table(); });

  table();
  update();
  $("skills").hidden = $("findings").hidden = false;
})();
