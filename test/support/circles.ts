/** Circles in a graph of imports. */

export type Edge = readonly [from: string, to: string];

/**
 * @returns the groups of nodes that reach each other (strongly connected components), each sorted by name.
 */
export function circlesIn(edges: readonly Edge[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const reached = new Map(Array.from(targets.keys(), (node) => [node, reachableFrom(node, targets)]));
  const circles = new Map<string, string[]>();
  for (const [node, nodes] of reached) {
    if (!nodes.has(node)) continue;
    const circle = [...nodes].filter((other) => reached.get(other)?.has(node)).sort();
    if (circle.length > 1) circles.set(circle.join(' '), circle);
  }
  return [...circles.values()].sort();
}

function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const target of targets.get(node) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}
