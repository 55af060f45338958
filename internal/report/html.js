"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const findings = [...document.querySelectorAll("article")];
  if (findings.length < 2) return;
  const off = new Set();
  const count = (key) => {
    const counts = new Map();
    for (const f of findings) counts.set(f.dataset[key], (counts.get(f.dataset[key]) || 0) + 1);
    return counts;
  };
  const words = findings.map((f) => (f.parentNode.firstChild.textContent + " " + f.textContent).toLowerCase());
  const show = () => {
    const search = $("search").value.toLowerCase(), rule = $("rules").value;
    let shown = 0;
    findings.forEach((f, i) => {
      f.hidden = off.has(f.dataset.severity) || (rule && rule !== f.dataset.rule) || !words[i].includes(search);
      if (!f.hidden) shown++;
    });
    for (const s of document.querySelectorAll("section")) s.hidden = !s.querySelector("article:not([hidden])");
    $("shown").textContent = shown + " of " + findings.length;
  };
  const severities = count("severity");
  for (const s of ["error", "warning", "info"]) {
    if (!severities.has(s)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = s + " " + severities.get(s);
    button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => {
      if (!off.delete(s)) off.add(s);
      button.setAttribute("aria-pressed", String(!off.has(s)));
      show();
    });
    $("severities").append(button, " ");
  }
  const rules = [...count("rule")].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  $("rules").append(new Option("all rules", ""), ...rules.map(([r, n]) => new Option(r + " (" + n + ")", r)));
  $("search").addEventListener("input", show);
  $("rules").addEventListener("change", show);
  $("tools").hidden = false;
  show();
})();
