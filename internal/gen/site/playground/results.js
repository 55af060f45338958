// Shows findings and what clients load. All values are set as text, never as HTML.

export const element = (name, className, ...children) => {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...children);
  return e;
};

// visible shows control, invisible and reordering characters of names as escapes.
export const visible = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

const button = (className, text, onClick) => {
  const b = element("button", className, text);
  b.type = "button";
  b.addEventListener("click", onClick);
  return b;
};

const place = (at, go) => button("place", `${visible(at.path)}:${at.line}:${at.column}`, () => go(at));

const more = (name, text) => {
  const p = element("p", "more");
  p.append(element("b", "", `${name}: `), text);
  return p;
};

const isPage = (rule) => /^[a-z0-9-]+\/[a-z0-9-]+$/.test(rule) && !rule.startsWith("house/");

const ruleName = (rule) => {
  if (!isPage(rule)) return element("span", "", rule);
  const link = element("a", "", rule);
  link.href = new URL(`../rules/${rule}.html`, import.meta.url).href;
  return link;
};

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const finding = (f, { go, apply, canApply }) => {
  const item = element("li", `finding ${f.severity}`);
  item.append(element("p", "head", element("span", "severity", f.severity), place(f.at, go), ruleName(f.rule)));
  item.append(element("p", "message", f.message));
  if (f.effect) item.append(more("Effect", f.effect));
  if (f.help) item.append(more("Help", f.help));
  for (const r of f.related.slice(0, 5)) {
    const p = element("p", "more");
    p.append(place(r.at, go), ` ${r.message}`);
    item.append(p);
  }
  const fixes = f.fixes.filter(canApply);
  if (fixes.length > 0) {
    item.append(element("div", "fixes", ...fixes.map((fix) => {
      const b = button("fix", sentence(fix.title), () => apply(fix));
      if (!fix.safe) b.append(element("span", "unsafe", " (unsafe)"));
      return b;
    })));
  }
  return item;
};

const summarize = (all, extra) => {
  const counts = ["error", "warning", "info"].map((severity) => [severity, all.filter((f) => f.severity === severity).length]);
  const parts = counts.filter(([, n]) => n > 0).map(([severity, n]) => (severity === "info" ? `${n} info` : plural(n, severity)));
  if (extra > 0) parts.push(`${plural(extra, "finding")} not shown`);
  return parts.length === 0 ? "No findings" : parts.join(", ");
};

// showFindings fills the list of findings and notices.
export const showFindings = (result, actions) => {
  document.getElementById("summary").textContent = summarize(result.findings, result.more);
  document.getElementById("findings").replaceChildren(...result.findings.map((f) => finding(f, actions)));
  document.getElementById("notices").replaceChildren(...result.notices.slice(0, 20).map((n) => element("li", "", n.path ? `${visible(n.path)}: ${n.message}` : n.message)));
};

const words = { loads: "✓ loads", partial: "~ partial", rejected: "✗ rejected", unknown: "? unknown" };

const status = (value) => element("span", `status ${value}`, words[value] ?? value);

// grouped merges clients for which a skill has the same result.
const grouped = (verdicts) => {
  const groups = new Map();
  for (const v of verdicts) {
    const { client, ...outcome } = v;
    const key = JSON.stringify(outcome);
    if (!groups.has(key)) groups.set(key, { ...v, clients: [] });
    groups.get(key).clients.push(client);
  }
  const order = Object.keys(words).reverse();
  return [...groups.values()].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
};

const clip = (text) => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

const seen = (v) => {
  if (v.status === "rejected") return element("span", "nothing", "nothing");
  if (v.status === "unknown") return element("span", "nothing", "unknown");
  const box = element("div", "seen");
  box.append(element("b", "", v.name || "(no name)"), element("span", v.description ? "" : "nothing", clip(v.description) || "no description"));
  return box;
};

const reasons = (v, go) => {
  const items = v.reasons.map((r) => {
    const b = button("place", `${r.at.line}:${r.at.column}`, () => go(r.at));
    b.setAttribute("aria-label", `Line ${r.at.line}, column ${r.at.column}`);
    return element("li", "", b, ` ${r.message}`);
  });
  if (v.more > 0) items.push(element("li", "", `… and ${v.more} more`));
  return element("ul", "reasons", ...items);
};

const header = (...titles) => element("thead", "", element("tr", "", ...titles.map((title) => {
  const cell = element("th", "", title);
  cell.scope = "col";
  return cell;
})));

const names = (ids, clients) => ids.flatMap((id, i) => {
  const client = clients.find((c) => c.id === id);
  const name = element("span", "", client?.title ?? id);
  if (client) name.title = `version ${client.version}`;
  return i === 0 ? [name] : [", ", name];
});

const outcomes = (skill, clients, go) => element("table", "outcomes", header("Clients", "Result", "What the model sees", "Reasons"),
  element("tbody", "", ...grouped(skill.verdicts).map((v) => {
    const cell = element("th", "", ...names(v.clients, clients));
    cell.scope = "row";
    return element("tr", "", cell, element("td", "", status(v.status)), element("td", "", seen(v)), element("td", "", reasons(v, go)));
  })));

const matrix = (skills, clients) => element("table", "matrix", header("Client", ...skills.map((s) => visible(s.path))),
  element("tbody", "", ...clients.map((client, i) => {
    const cell = element("th", "", client.title, element("span", "version", ` ${client.version}`));
    cell.scope = "row";
    return element("tr", "", cell, ...skills.map((s) => element("td", "", s.verdicts[i] ? status(s.verdicts[i].status) : "–")));
  })));

// showClients fills the tables of what clients load.
export const showClients = ({ skills }, clients, go) => {
  const box = document.getElementById("clients");
  const lead = element("p", "lead");
  if (skills.length === 0) {
    lead.textContent = "No skills were read.";
    box.replaceChildren(lead);
    return;
  }
  lead.textContent = "The models of these clients are compared with answers of the real programs. Each skill is read as if it were alone in the client's directory of skills.";
  const shown = skills.slice(0, 10);
  const parts = shown.flatMap((s) => [element("h3", "", visible(s.path)), outcomes(s, clients, go)]);
  box.replaceChildren(lead, ...(shown.length > 1 ? [matrix(shown, clients)] : []), ...parts);
};
