// The layout of the graph: layers from left to right, along the edges.
const ROW = 24, GAP = 8, THIN = 5;

// place lays out one connected part. ids are its nodes, pairs its edges [from, to]; width returns the width of a node.
function place(ids, pairs, width) {
  const index = new Map(ids.map((id, i) => [id, i])), count = ids.length;
  const all = pairs.map(([a, b]) => [index.get(a), index.get(b)]);
  const out = ids.map(() => []), into = ids.map(() => 0);
  all.forEach(([a, b], e) => { if (a !== b) { out[a].push(e); into[b]++; } });
  // Edges to an ancestor in the depth-first search are laid out in reverse.
  const state = new Uint8Array(count), back = new Uint8Array(all.length), finished = [];
  const starts = [...ids.keys()].sort((x, y) => (into[x] > 0) - (into[y] > 0) || x - y);
  for (const start of starts) {
    if (state[start]) continue;
    state[start] = 1;
    for (const stack = [[start, 0]]; stack.length;) {
      const top = stack[stack.length - 1], e = out[top[0]][top[1]++];
      if (e === undefined) { state[top[0]] = 2; finished.push(top[0]); stack.pop(); continue; }
      const to = all[e][1];
      if (state[to] === 1) back[e] = 1;
      else if (!state[to]) { state[to] = 1; stack.push([to, 0]); }
    }
  }
  const edges = all.map(([a, b], e) => back[e] ? [b, a] : [a, b]);
  const layer = new Int32Array(count), after = ids.map(() => []);
  edges.forEach(([a, b]) => { if (a !== b) after[a].push(b); });
  const order = finished.reverse();
  for (const a of order) for (const b of after[a]) layer[b] = Math.max(layer[b], layer[a] + 1);
  const before = ids.map(() => 0);
  edges.forEach(([a, b]) => { if (a !== b) before[b]++; });
  for (const a of [...order].reverse()) // nodes without incoming edges are placed directly before their targets
    if (!before[a] && after[a].length) layer[a] = Math.min(...after[a].map(b => layer[b])) - 1;

  // Edges across several layers have a point in each, so that they pass between nodes.
  const at = [...layer], left = ids.map(() => []), right = ids.map(() => []);
  const join = (a, b) => { right[a].push(b); left[b].push(a); };
  const bends = edges.map(([a, b]) => {
    if (a === b) return [];
    const points = [];
    let last = a;
    if (edges.length < 6000) for (let l = layer[a] + 1; l < layer[b]; l++) {
      at.push(l); left.push([]); right.push([]);
      join(last, at.length - 1);
      points.push(last = at.length - 1);
    }
    join(last, b);
    return points;
  });
  const columns = Array.from({length: Math.max(...at) + 1}, () => []);
  const seen = new Uint8Array(at.length), rank = new Float64Array(at.length);
  for (const start of [...order, ...at.keys()]) // neighbors start next to each other
    for (const stack = [start]; stack.length;) {
      const v = stack.pop();
      if (seen[v]) continue;
      seen[v] = 1;
      rank[v] = columns[at[v]].push(v) - 1;
      for (let i = right[v].length; i--;) stack.push(right[v][i]);
    }
  const mean = (list, value) => list.reduce((sum, v) => sum + value[v], 0) / list.length;
  const sweep = (i, f) => i % 2 ? columns.forEach(c => f(c, left)) : [...columns].reverse().forEach(c => f(c, right));
  for (let i = 1; i < 9; i++) sweep(i, (column, beside) => {
    const wish = new Map(column.map(v => [v, beside[v].length ? mean(beside[v], rank) : rank[v]]));
    column.sort((x, y) => wish.get(x) - wish.get(y) || rank[x] - rank[y]).forEach((v, k) => { rank[v] = k; });
  });
  const tall = v => v < count ? ROW + GAP : THIN + GAP, y = new Float64Array(at.length);
  for (const column of columns) column.reduce((top, v) => (y[v] = top + tall(v) / 2, top + tall(v)), 0);
  for (let i = 1; i < 14; i++) sweep(i, (column, beside) =>
    settle(column, v => i > 11 ? mean([...left[v], ...right[v], v], y) : beside[v].length ? mean(beside[v], y) : y[v], tall, y));
  const top = Math.min(...at.map((_, v) => y[v] - tall(v) / 2)), x = [];
  const full = columns.map(c => Math.max(0, ...c.map(v => v < count ? width(ids[v]) : 0)));
  let wide = 0;
  columns.forEach((column, l) => {
    const links = column.reduce((n, v) => n + right[v].length, 0);
    x[l] = wide;
    wide += full[l] + (l < columns.length - 1 ? 50 + Math.min(90, links * 1.5) : 0);
  });
  const spot = v => ({x: x[at[v]], y: y[v] - top, w: v < count ? width(ids[v]) : 0, end: x[at[v]] + full[at[v]]});
  return {
    w: wide, h: Math.max(...at.map((_, v) => y[v] + tall(v) / 2)) - top,
    nodes: ids.map((id, i) => [id, spot(i)]),
    lines: edges.map(([a, b], e) => ({points: [spot(a), ...bends[e].map(spot), spot(b)], back: !!back[e]})),
  };
}

// settle moves the nodes of a column as close as possible to their preferred positions, in order and without overlaps. Neighbors that
// would overlap become a block, which is placed at the average of their preferred positions.
function settle(column, wish, tall, y) {
  const blocks = [];
  let above = 0;
  for (const v of column) {
    blocks.push({sum: wish(v) - above - tall(v) / 2, n: 1, members: [[v, above + tall(v) / 2]]});
    above += tall(v);
    for (let last; (last = blocks.length - 1) > 0 && blocks[last - 1].sum / blocks[last - 1].n > blocks[last].sum / blocks[last].n;) {
      const b = blocks.pop(), a = blocks[last - 1];
      a.sum += b.sum; a.n += b.n;
      for (const m of b.members) a.members.push(m);
    }
  }
  for (const b of blocks) for (const [v, offset] of b.members) y[v] = b.sum / b.n + offset;
}

// layout lays out all parts and packs them in columns, the tallest first and unconnected nodes last.
function layout(ids, pairs, width) {
  const head = new Map(ids.map(id => [id, id]));
  const find = id => { while (head.get(id) !== id) { head.set(id, head.get(head.get(id))); id = head.get(id); } return id; };
  pairs.forEach(([a, b]) => head.set(find(a), find(b)));
  const parts = new Map();
  ids.forEach(id => { const h = find(id); if (!parts.has(h)) parts.set(h, {ids: [], pairs: [], lines: []}); parts.get(h).ids.push(id); });
  pairs.forEach((p, i) => { const part = parts.get(find(p[0])); part.pairs.push(p); part.lines.push(i); });
  const boxes = [...parts.values()].map(p => ({...place(p.ids, p.pairs, width), of: p}));
  boxes.sort((a, b) => (b.of.pairs.length > 0) - (a.of.pairs.length > 0) || (a.of.pairs.length ? b.h - a.h : 0));
  const area = boxes.reduce((sum, b) => sum + (b.w + 60) * (b.h + 30), 0);
  const limit = Math.max(...boxes.map(b => b.h), Math.sqrt(area / 1.7));
  const spots = new Map(), lines = [];
  let x = 0, y = 0, column = 0, linked = true, high = 0;
  for (const b of boxes) {
    const single = !b.of.pairs.length;
    if (y > 0 && y + b.h > limit || linked && single) { x += column && column + (single ? 24 : 70); y = column = 0; }
    linked = !single;
    const move = p => ({...p, x: p.x + x, y: p.y + y, end: p.end + x});
    b.nodes.forEach(([id, p]) => spots.set(id, move(p)));
    b.lines.forEach((l, i) => { lines[b.of.lines[i]] = {points: l.points.map(move), back: l.back}; });
    y += b.h + (single ? 0 : 28); column = Math.max(column, b.w); high = Math.max(high, y);
  }
  return {spots, lines, w: x + column, h: high};
}
