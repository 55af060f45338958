// Searches the pages of the site. The index is loaded when the search box is first used; no request leaves the site.
"use strict";

(() => {
  const root = new URL(".", document.currentScript.src);
  const box = document.querySelector("search");
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  const count = box.querySelector(".count");
  const shown = 12;
  let index;

  const load = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(name, root);
    script.onload = resolve;
    script.onerror = () => reject(new Error("cannot load " + name));
    document.head.append(script);
  });

  const build = async () => {
    await Promise.all([load("minisearch.js"), load("search-index.js")]);
    const built = new MiniSearch({
      fields: ["title", "heading", "text"],
      searchOptions: { boost: { title: 4, heading: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
    });
    built.addAll(searchEntries.map((entry, id) => ({ id, ...entry })));
    return built;
  };

  // excerpt returns the text around the first of the words.
  const excerpt = (text, words) => {
    const lower = text.toLowerCase();
    const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((i) => i >= 0), text.length) - 30);
    const start = at >= text.length - 30 ? 0 : at;
    return (start > 0 ? "…" : "") + text.slice(start, start + 110) + (text.length > start + 110 ? "…" : "");
  };

  const item = (result) => {
    const entry = searchEntries[result.id];
    const link = document.createElement("a");
    link.href = new URL(entry.url, root);
    link.textContent = entry.heading ? `${entry.title}: ${entry.heading}` : entry.title;
    const text = document.createElement("span");
    text.textContent = excerpt(entry.text, result.terms);
    const li = document.createElement("li");
    li.append(link, text);
    return li;
  };

  const search = async () => {
    const query = input.value.trim();
    if (query === "") {
      list.replaceChildren();
      count.textContent = "";
      return;
    }
    index ??= build();
    const results = (await index).search(query);
    if (query !== input.value.trim()) return; // the query has changed
    list.replaceChildren(...results.slice(0, shown).map(item));
    count.textContent = results.length === 0 ? "No results" : results.length === 1 ? "1 result" : `${results.length} results`;
  };

  const move = (event) => {
    if (event.key === "Escape") {
      input.value = "";
      search();
      input.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      next.focus();
      event.preventDefault();
    }
  };

  input.addEventListener("focus", () => { index ??= build(); });
  input.addEventListener("input", search);
  box.addEventListener("keydown", move);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      input.focus();
    }
  });
  box.hidden = false;
})();
