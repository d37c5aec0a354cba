/** Draws states and what changes them. Causes are nodes, so that no arrow crosses their names. */
import dagre from '@dagrejs/dagre';

interface Cause {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
}

/** What leads from several states to the same one is one cause. */
function causesIn(text: string): Cause[] {
  const moves = Array.from(
    text.matchAll(/^(\w+) -> (\w+): (.+)$/gm),
    ([, from = '', to = '', name = '']) => ({
      from,
      to,
      name,
    }),
  );
  const groups = Map.groupBy(moves, ({ to, name }) => `${to} ${name}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ name: first.name, to: first.to, from: same.map(({ from }) => from) }] : [];
  });
}

const STATE = { character: 7.8, height: 34 };
const CAUSE = { character: 6.3, height: 22 };
const PADDING = 24;

/**
 * @param text lines such as `pending -> sent: approve (operator)`.
 * @returns a picture with the text as its description.
 */
export function statesPicture(text: string): string {
  const causes = causesIn(text);
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 22, ranksep: 26, edgesep: 14, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const add = (id: string, name: string, { character, height }: typeof STATE) =>
    graph.setNode(id, { label: name, width: name.length * character + PADDING, height });
  for (const state of new Set(causes.flatMap(({ from, to }) => [...from, to]))) add(state, state, STATE);
  for (const { name, from, to } of causes) {
    const id = `${name} -> ${to}`;
    add(id, name, CAUSE);
    for (const state of from) graph.setEdge(state, id);
    graph.setEdge(id, to);
  }
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const parts = [
    ...graph.edges().map((edge: object) => arrow(graph.edge(edge).points)),
    ...graph.nodes().map((id: string) => box(graph.node(id))),
  ];
  return [
    `<figure class="states" tabindex="0"><svg viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" role="img" aria-label="${text.trim().replaceAll('\n', '; ')}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...parts,
    '</svg></figure>\n',
  ].join('');
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const arrow = (points: readonly Point[]): string =>
  `<path d="${points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')}" marker-end="url(#arrow)"/>`;

interface Box extends Point {
  readonly width: number;
  readonly height: number;
  readonly label?: string;
}

function box({ x, y, width, height, label = '' }: Box): string {
  const [kind, radius] = height === CAUSE.height ? ['cause', height / 2] : ['state', 6];
  return `<g class="${kind}"><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${radius}"/><text x="${x}" y="${y + 4}">${label}</text></g>`;
}
