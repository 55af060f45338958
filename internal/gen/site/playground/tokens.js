// Finds what the editor colors in Markdown with frontmatter and in JSON. A parser is not needed: a wrong color harms nobody.

const each = (text, pattern, className, found, group = 0) => {
  for (const m of text.matchAll(pattern)) {
    const start = m.index + (group ? m[0].lastIndexOf(m[group]) : 0);
    found.push({ start, end: start + m[group].length, className });
  }
};

const json = (row, found) => {
  each(row, /"(?:[^"\\]|\\.)*"(?=\s*:)/g, "k", found);
  each(row, /(?<=[:[,]\s*)"(?:[^"\\]|\\.)*"/g, "s", found);
};

const markdown = (row, found) => {
  if (/^ {0,3}#{1,6} /.test(row)) {
    found.push({ start: 0, end: row.length, className: "h" });
    return;
  }
  each(row, /`[^`]+`/g, "v", found);
  each(row, /\]\(([^)\s]+)/g, "s", found, 1);
};

// tokens returns for each row the ranges to color, in order and without overlaps.
export const tokens = (rows) => {
  const isJSON = /^\s*[[{]/.test(rows[0]);
  let header = rows[0] === "---", fence = "";
  return rows.map((row, i) => {
    const found = [];
    const opens = /^\s*(`{3,}|~{3,})/.exec(row)?.[1] ?? "";
    if (isJSON) json(row, found);
    else if (header) {
      if (i > 0 && row === "---") header = false;
      each(row, /^\s*(?:- )?([\w-]+)(?=:(?:\s|$))/g, "k", found, 1);
      each(row, /(?:^|\s)#.*$/g, "c", found);
    } else if (opens && (!fence || opens.startsWith(fence))) {
      fence = fence ? "" : opens;
      found.push({ start: 0, end: row.length, className: "c" });
    } else if (!fence) markdown(row, found);
    found.sort((a, b) => a.start - b.start);
    return found.filter((t, n) => n === 0 || t.start >= found[n - 1].end);
  });
};
