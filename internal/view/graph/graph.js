// The page of `skilllint graph --format html`: draws the data in the element "data".
const data = JSON.parse(document.getElementById('data').textContent), most = 2000;
const nodes = data.nodes.map(([name, kind, path, layer, flags], i) =>
  ({i, name, kind: data.kinds[kind], path, layer, cycle: flags & 1, missing: flags & 2, unseen: flags & 4, unfiled: flags & 8, out: [], into: []}));
const edges = data.edges.map(([from, to, kind, place, cycle]) => ({from, to, kind: data.edgeKinds[kind], place, cycle}));
edges.forEach(e => { nodes[e.from].out.push(e); nodes[e.to].into.push(e); });
const $ = id => document.getElementById(id), svg = $('map'), info = $('info');
const off = new Set(), calm = nodes.length > 150;
if (calm) for (const kind of ['marketplace', 'reference', 'output', 'alone']) off.add(kind);
let only = null, picked = null, spots = new Map(), size = {w: 1, h: 1}, view = {x: 0, y: 0, k: 1};

function make(parent, tag, attributes, text) {
  const e = document.createElementNS(parent.namespaceURI, tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  if (text !== undefined) e.textContent = text;
  return parent.appendChild(e);
}
function button(parent, text, press) {
  const b = make(parent, 'button', {type: 'button'}, text);
  b.addEventListener('click', press);
  return b;
}

const pen = document.createElement('canvas').getContext('2d');
pen.font = '12px system-ui, sans-serif';
for (const n of nodes) { // long names are truncated in the middle
  const letters = [...n.name];
  let shown = n.name, keep = Math.min(letters.length, 60);
  while (keep > 8 && pen.measureText(shown).width > 200) {
    keep--;
    shown = letters.slice(0, Math.ceil(keep * .6)).join('') + '…' + letters.slice(-Math.floor(keep * .4)).join('');
  }
  n.shown = shown; n.w = Math.ceil(Math.min(210, pen.measureText(shown).width)) + 18;
}

// draw lays out and draws the nodes and edges that the filters include.
function draw() {
  const kept = nodes.filter(n => !off.has(n.kind) && (!only || only.has(n.i)));
  const on = new Set(kept.map(n => n.i)), merged = new Map();
  for (const e of edges) if (on.has(e.from) && on.has(e.to) && !off.has(e.kind)) {
    const key = e.from + ' ' + e.to;
    if (!merged.has(key)) merged.set(key, {from: e.from, to: e.to, all: []});
    merged.get(key).all.push(e);
  }
  const lines = [...merged.values()], touched = new Set(lines.flatMap(l => [l.from, l.to]));
  const ids = kept.map(n => n.i).filter(i => !off.has('alone') || touched.has(i) || only);
  svg.replaceChildren();
  spots = new Map();
  nodes.forEach(n => { n.element = null; });
  if (ids.length > most || !ids.length) {
    svg.removeAttribute('viewBox');
    make(svg, 'text', {id: 'note', x: 24, y: 40}, ids.length ? `${ids.length} nodes are too many to draw: filter by kind or search for one.` : 'No nodes match the filters.');
    return;
  }
  const plan = layout(ids, lines.map(l => [l.from, l.to]), i => nodes[i].w);
  spots = plan.spots; size = plan;
  const defs = make(svg, 'defs', {});
  for (const id of ['tip', 'bad', 'hot'])
    make(make(defs, 'marker', {id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse', orient: 'auto'}), 'path', {d: 'M0 0L8 4L0 8z'});
  const world = make(svg, 'g', {id: 'world'});
  lines.forEach((l, i) => {
    const first = data.edgeKinds.find(k => l.all.some(e => e.kind === k));
    const path = make(world, 'path', {class: `e ${first}${l.all.some(e => e.cycle) ? ' cycle' : ''}`, d: curve(plan.lines[i])});
    make(path, 'title', {}, l.all.map(e => `${nodes[e.from].name} ${e.kind} ${nodes[e.to].name}, ${e.place}`).join('\n'));
    l.all.forEach(e => { e.element = path; });
  });
  for (const i of ids) {
    const n = nodes[i], s = spots.get(i);
    const g = n.element = make(world, 'g', {class: `n ${n.kind}${n.cycle ? ' cycle' : ''}`, transform: `translate(${s.x} ${s.y - ROW / 2})`});
    make(g, 'rect', {width: n.w, height: ROW, rx: 6});
    make(g, 'text', {x: 9, y: ROW / 2}, n.shown);
    make(g, 'title', {}, `${n.kind} ${n.name}\n${n.path}`);
    g.addEventListener('click', () => { if (!dragged) pick(i); });
  }
  mark();
}

// curve returns the path of an edge through its points: horizontal within a column, curved between columns.
function curve({points, back}) {
  const last = points.length - 1, {x, y, w} = points[0];
  if (x === points[last].x) return `M${x + w} ${y + 5}C${x + w + 36} ${y + 16} ${x + w + 36} ${y - 16} ${x + w + 3} ${y - 4}`;
  const way = points.flatMap((p, i) => {
    const level = p.y + (back ? 5 : 0);
    return [...i ? [[p.x - (i === last && !back ? 3 : 0), level]] : [], ...i < last ? [[i ? p.end : p.x + p.w + (back ? 3 : 0), level], [p.end + 4, level]] : []];
  });
  if (back) way.reverse();
  return 'M' + way[0].join(' ') + way.slice(1).map(([x, y], i) => {
    const [px, py] = way[i], half = (x + px) / 2;
    return py === y ? `H${x}` : `C${half} ${py} ${half} ${y} ${x} ${y}`;
  }).join('');
}

function show() {
  const world = $('world');
  if (world) world.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.k})`);
}
// fit zooms to show everything, but not below a minimum scale.
function fit(least) {
  const box = svg.getBoundingClientRect(), pad = 24;
  const k = Math.max(least, Math.min((box.width - 2 * pad) / size.w, (box.height - 2 * pad) / size.h, 1.3));
  view = {k, x: Math.max(pad, (box.width - size.w * k) / 2), y: Math.max(pad, (box.height - size.h * k) / 2)};
  show();
}
function zoom(by, x, y) {
  const box = svg.getBoundingClientRect(), k = Math.min(4, Math.max(.05, view.k * by));
  x ??= box.width / 2; y ??= box.height / 2;
  view = {k, x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k};
  show();
}
// bring moves the view if a node is not visible.
function bring(i) {
  const s = spots.get(i), box = svg.getBoundingClientRect();
  if (!s) return;
  view.k = Math.max(view.k, .7);
  const x = s.x * view.k + view.x, y = s.y * view.k + view.y;
  if (x < 20 || x + s.w * view.k > box.width - 20) view.x += box.width / 2 - x - s.w * view.k / 2;
  if (y < 30 || y > box.height - 30) view.y += box.height / 2 - y;
  show();
}

// mark highlights the selected node and search results.
function mark() {
  const word = $('search').value.trim().toLowerCase();
  svg.classList.toggle('some', picked !== null && !!nodes[picked].element);
  for (const e of edges) if (e.element) e.element.classList.remove('on');
  for (const n of nodes) if (n.element) {
    n.element.classList.remove('on');
    n.element.classList.toggle('picked', n.i === picked);
    n.element.classList.toggle('found', word !== '' && matches(n, word));
  }
  if (picked === null) return;
  const n = nodes[picked];
  if (n.element) n.element.classList.add('on');
  for (const e of [...n.out, ...n.into]) if (e.element && !off.has(e.kind) && nodes[e.from].element && nodes[e.to].element) {
    e.element.classList.add('on');
    nodes[e.from].element.classList.add('on');
    nodes[e.to].element.classList.add('on');
  }
}
const matches = (n, word) => n.name.toLowerCase().includes(word) || n.path.toLowerCase().includes(word);

// pick selects a node, or none for null, and updates the panel.
function pick(i) {
  picked = i;
  if (i !== null && !spots.has(i)) {
    const n = nodes[i];
    off.delete(n.kind);
    if (!n.out.length && !n.into.length) off.delete('alone');
    only = nodes.length > most ? around(i) : null;
    sync(); draw(); fit(.7);
  }
  mark();
  tell();
  if (i !== null) bring(i);
}
// around returns the nodes that are reachable from a node, and those from which it is reachable.
function around(i) {
  const found = new Set([i]);
  for (const [edge, end] of [['out', 'to'], ['into', 'from']])
    for (let stack = [i], seen = new Set(stack); stack.length;)
      for (const e of nodes[stack.pop()][edge]) if (!seen.has(e[end]) && !off.has(e.kind)) { seen.add(e[end]); found.add(e[end]); stack.push(e[end]); }
  return found;
}

function entry(list, i, note) {
  const li = make(list, 'li', {});
  button(li, nodes[i].name, () => pick(i));
  make(li, 'span', {class: 'dim'}, ' ' + note);
}
function entries(title, all, end) {
  if (!all.length) return;
  make(info, 'h2', {}, `${title} (${all.length})`);
  const list = make(info, 'ul', {});
  for (const e of all.slice(0, 200)) entry(list, e[end], `${e.kind}, ${e.place}`);
  if (all.length > 200) make(list, 'li', {class: 'dim'}, `… and ${all.length - 200} more`);
}
// tell fills the panel with the selected node, the search results, or an overview with problems.
function tell() {
  info.replaceChildren();
  const word = $('search').value.trim().toLowerCase();
  if (picked !== null) {
    const n = nodes[picked];
    make(info, 'h2', {}, n.name);
    const p = make(info, 'p', {});
    make(p, 'span', {class: 'k ' + n.kind}, n.kind);
    make(p, 'span', {}, ' ' + n.path);
    if (n.unfiled) make(info, 'p', {class: 'bad'}, 'A registry lists this skill, but its file does not exist.');
    if (n.missing) make(info, 'p', {class: 'bad'}, n.unseen ? 'It may exist in a directory that was not read.' : 'It does not exist.');
    else if (n.cycle) make(info, 'p', {class: 'bad'}, 'It is in a cycle, so it has no position in the load order.');
    else if (n.layer < 0) make(info, 'p', {class: 'bad'}, 'It requires a node in a cycle, so it has no position in the load order.');
    const tools = make(info, 'p', {});
    button(tools, only ? 'Show all' : 'Show connected nodes only', () => { only = only ? null : around(picked); draw(); fit(.7); tell(); bring(picked); });
    button(tools, 'Close', () => pick(null));
    entries('Depends on', n.out, 'to');
    entries('Referenced by', n.into, 'from');
  } else if (word) {
    const found = nodes.filter(n => matches(n, word));
    make(info, 'h2', {}, `${found.length} found`);
    const list = make(info, 'ul', {});
    found.slice(0, 100).forEach(n => entry(list, n.i, `${n.kind} ${n.path}`));
  } else {
    make(info, 'h2', {}, 'Overview');
    make(info, 'p', {}, 'Arrows point from a node to the nodes that it refers to. Select a node to see its edges and where they are declared.');
    if (calm && off.has('reference')) make(info, 'p', {class: 'dim'}, 'Because the graph is large, marketplaces, referenced files and unconnected nodes are hidden initially.');
    for (const [title, list] of [['Cycles', data.cycles.map(c => [c, c.map(i => nodes[i].name).join(' → ')])], ['Missing', nodes.filter(n => n.missing).map(n => [[n.i], n.name + (n.unseen ? ' (not checked)' : '')])]]) {
      if (!list.length) continue;
      make(info, 'h2', {class: 'bad'}, `${title} (${list.length})`);
      const ul = make(info, 'ul', {});
      for (const [[first], text] of list.slice(0, 100)) button(make(ul, 'li', {}), text, () => pick(first));
    }
    make(info, 'h2', {}, 'Keys');
    make(info, 'p', {class: 'dim'}, 'Arrow keys select the next node, or move the view with Shift; + and − zoom, 0 fits the graph, Enter shows only connected nodes, Escape goes back, / searches.');
  }
}

// step selects the nearest node in a direction: to the sides along edges, up and down within the column.
function step(key) {
  const here = spots.get(picked);
  if (!here) { pick([...spots.keys()][0] ?? null); return; }
  const dx = {ArrowLeft: -1, ArrowRight: 1}[key], dy = {ArrowUp: -1, ArrowDown: 1}[key], n = nodes[picked];
  let best = null, least = Infinity;
  for (const i of dx ? [...n.out.map(e => e.to), ...n.into.map(e => e.from)] : spots.keys()) {
    const s = spots.get(i);
    if (!s || i === picked || (dx ? (s.x - here.x) * dx <= 0 : (s.y - here.y) * dy <= 0 || Math.abs(s.x - here.x) > 1)) continue;
    const far = Math.abs(s.y - here.y);
    if (far < least) { least = far; best = i; }
  }
  if (best !== null) pick(best);
}
svg.addEventListener('keydown', event => {
  const {key} = event, pan = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]}[key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (pan && event.shiftKey) { view.x += pan[0]; view.y += pan[1]; show(); }
  else if (pan) step(key);
  else if (key === '+' || key === '=') zoom(1.25);
  else if (key === '-') zoom(.8);
  else if (key === '0') fit(.03);
  else if (key === 'Enter' && picked !== null) { only = only ? null : around(picked); draw(); fit(.7); tell(); }
  else if (key === 'Escape') { if (only) { only = null; draw(); fit(.7); } pick(null); }
  else if (key === '/') $('search').focus();
  else return;
  event.preventDefault();
});
let dragged = false, drag = null;
svg.addEventListener('pointerdown', e => { drag = {x: e.clientX, y: e.clientY}; dragged = false; });
addEventListener('pointermove', e => {
  if (!drag) return;
  const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
  if (!dragged && Math.abs(dx) + Math.abs(dy) < 4) return;
  dragged = true; drag = {x: e.clientX, y: e.clientY}; view.x += dx; view.y += dy;
  show();
});
addEventListener('pointerup', () => { drag = null; });
svg.addEventListener('click', e => { if (!dragged && (e.target === svg)) pick(null); });
svg.addEventListener('wheel', e => {
  const box = svg.getBoundingClientRect();
  zoom(Math.exp(-e.deltaY / (e.ctrlKey ? 150 : 500)), e.clientX - box.left, e.clientY - box.top);
  e.preventDefault();
}, {passive: false});

// The filters also serve as the legend.
const boxes = new Map();
function sync() { boxes.forEach((box, kind) => { box.checked = !off.has(kind); }); }
function filter(parent, kind, title, sample) {
  const label = make(parent, 'label', {}), box = make(label, 'input', {type: 'checkbox'});
  boxes.set(kind, box);
  if (sample) sample(label);
  make(label, 'span', sample ? {} : {class: 'k ' + kind}, title);
  box.addEventListener('change', () => { if (box.checked) off.delete(kind); else off.add(kind); draw(); fit(.7); tell(); });
}
const tally = (list, kind) => list.filter(x => x.kind === kind).length;
for (const kind of data.kinds) filter($('filters'), kind, `${kind} ${tally(nodes, kind)}`);
const lonely = nodes.filter(n => !n.out.length && !n.into.length).length;
if (lonely) filter($('filters'), 'alone', `unconnected ${lonely}`);
for (const kind of data.edgeKinds) filter($('filters'), kind, `${kind} ${tally(edges, kind)}`, label => {
  const sample = label.appendChild(document.createElementNS(svg.namespaceURI, 'svg'));
  sample.setAttribute('class', 'swatch');
  make(sample, 'path', {class: 'e ' + kind, d: 'M0 5H21'});
});
$('search').addEventListener('input', () => { picked = null; mark(); tell(); });
$('search').addEventListener('keydown', e => {
  const word = e.target.value.trim().toLowerCase(), found = nodes.find(n => n.name.toLowerCase() === word) || nodes.find(n => word && matches(n, word));
  if (e.key === 'Enter' && found) { pick(found.i); svg.focus(); }
  if (e.key === 'Escape') { e.target.value = ''; pick(null); svg.focus(); }
});
$('in').addEventListener('click', () => zoom(1.25));
$('out').addEventListener('click', () => zoom(.8));
$('fit').addEventListener('click', () => fit(.03));
$('which').addEventListener('click', e => { e.target.textContent = document.body.classList.toggle('listed') ? 'Graph' : 'List'; fit(.7); });
document.body.classList.add('js');
sync();
draw();
tell();
fit(.7);
if (!spots.size && nodes.length) $('which').click();
addEventListener('resize', () => fit(.7));
