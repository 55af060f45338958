// Filters the tables of rules by group, severity, client and fix. Without scripts all rules are shown.
"use strict";

(() => {
  const rows = [...document.querySelectorAll("main tbody tr")].map((row) => {
    const [rule, severity, clients, fix] = [...row.cells].map((cell) => cell.textContent.trim());
    return {
      row,
      group: [rule.split("/")[0]],
      severity: [severity],
      client: clients === "–" ? [] : clients.split(", "), // empty: all clients
      fix: fix === "–" ? ["none"] : ["safe", "unsafe"].filter((kind) => new RegExp(`\\b${kind}\\b`).test(fix)),
    };
  });
  // The elements of a section are those between its heading and the next one.
  const sections = [...document.querySelectorAll("main h2")].map((heading) => {
    const elements = [heading];
    for (let e = heading.nextElementSibling; e && e.localName !== "h2"; e = e.nextElementSibling) elements.push(e);
    return { elements, rows: rows.filter(({ row }) => elements.some((e) => e.contains(row))) };
  });
  const orders = { severity: ["error", "warning", "info", "off"], fix: ["safe", "unsafe", "none"] };

  const filters = document.createElement("div");
  filters.className = "filters";
  const selects = {};
  for (const [key, title] of Object.entries({ group: "Group", severity: "Severity", client: "Client", fix: "Fix" })) {
    const values = orders[key] ?? [...new Set(rows.flatMap((row) => row[key]))].sort();
    const select = document.createElement("select");
    select.id = "filter-" + key;
    select.append(new Option("all", ""), ...values.filter((value) => rows.some((row) => row[key].includes(value))).map((value) => new Option(value)));
    const label = document.createElement("label");
    label.htmlFor = select.id;
    label.textContent = title;
    const field = document.createElement("div");
    field.append(label, select);
    filters.append(field);
    selects[key] = select;
  }
  const count = document.createElement("p");
  count.className = "count";
  count.setAttribute("aria-live", "polite");
  filters.append(count);

  const apply = () => {
    const matches = (row) => Object.entries(selects).every(([key, { value }]) =>
      value === "" || row[key].includes(value) || (key === "client" && row[key].length === 0));
    for (const row of rows) row.row.hidden = !matches(row);
    for (const section of sections) {
      const empty = section.rows.every(({ row }) => row.hidden);
      for (const e of section.elements) e.hidden = empty;
    }
    const shown = rows.filter(({ row }) => !row.hidden).length;
    count.textContent = `${shown} of ${rows.length} rules`;
  };
  filters.addEventListener("change", apply);
  document.querySelector("main h2").before(filters);
  apply();
})();
