// The editor is a textarea over lines with numbers, colors and marks. The text of the textarea is transparent. Both wrap text equally, so that they stay aligned.
import { tokens } from "./tokens.js";

const ranks = { error: 3, warning: 2, info: 1 };
const maxLines = 3000; // longer texts have no line numbers and marks, and scroll in the textarea

// worst returns the highest severity of findings or marks, or "".
export const worst = (all) => all.reduce((found, { severity }) => ((ranks[severity] ?? 0) > (ranks[found] ?? 0) ? severity : found), "");

// createEditor connects the elements. onInput is called with the new text.
export const createEditor = (box, lines, area, onInput) => {
  let marks = [];

  // row returns the element of a line, whose text starts at an offset. colors are relative to it.
  const row = (text, start, colors) => {
    const end = start + text.length;
    const element = document.createElement("div");
    const inside = marks.filter((m) => m.start <= end && m.end >= start && (m.start < end || text === "" || m.start === start));
    element.className = `line ${worst(marks.filter((m) => m.start >= start && m.start <= end))}`;
    const cuts = [...new Set([start, end, ...inside.flatMap((m) => [m.start, m.end]), ...colors.flatMap((t) => [start + t.start, start + t.end])])].filter((c) => c >= start && c <= end).sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const part = text.slice(cuts[i] - start, cuts[i + 1] - start);
      const severity = worst(inside.filter((m) => m.start <= cuts[i] && m.end >= cuts[i + 1]));
      const color = colors.find((t) => start + t.start <= cuts[i] && start + t.end >= cuts[i + 1])?.className ?? "";
      if (severity === "" && color === "") {
        element.append(part);
        continue;
      }
      const span = document.createElement("span");
      span.className = severity ? `mark ${severity} ${color}` : color;
      span.textContent = part;
      element.append(span);
    }
    if (text === "") element.append("\u200b");
    return element;
  };

  const draw = () => {
    const rows = area.value.split("\n");
    box.classList.toggle("plain", rows.length > maxLines);
    if (rows.length > maxLines) {
      lines.replaceChildren();
      return;
    }
    let start = 0;
    const colors = tokens(rows);
    lines.replaceChildren(...rows.map((text, i) => {
      const element = row(text, start, colors[i]);
      start += text.length + 1;
      return element;
    }));
  };

  // widen gives marks without text a character.
  const widen = (m, text) => {
    if (m.end > m.start) return m;
    return text[m.start] && text[m.start] !== "\n" ? { ...m, end: m.start + 1 } : { ...m, start: Math.max(0, m.start - 1) };
  };

  // shift keeps marks at their text while it changes, until the next result.
  const shift = (before, after) => {
    let head = 0;
    while (head < before.length && head < after.length && before[head] === after[head]) head++;
    let tail = 0;
    while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
    const by = after.length - before.length;
    marks = marks.filter((m) => m.end <= head || m.start >= before.length - tail)
      .map((m) => (m.end <= head ? m : { ...m, start: m.start + by, end: m.end + by }));
  };

  let last = "";
  area.addEventListener("input", () => {
    shift(last, area.value);
    last = area.value;
    draw();
    onInput(last);
  });

  return {
    show(text, found) {
      if (area.value !== text) area.value = text;
      last = area.value;
      marks = found.map((m) => widen(m, last));
      draw();
    },
    select(start, end) {
      area.focus({ preventScroll: true });
      area.setSelectionRange(start, end);
      const line = lines.children[area.value.slice(0, start).split("\n").length - 1];
      if (line) box.scrollTop = Math.max(0, line.offsetTop - box.clientHeight / 3);
      box.scrollIntoView({ block: "nearest" });
    },
  };
};
