/** Matches requests to the routes of an HTTP API: of all routes that fit, the most specific one. */

export interface RouteMatch<T> {
  readonly routeKey: string;
  readonly target: T;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Route<T> {
  readonly routeKey: string;
  readonly target: T;
  readonly parameterNames: readonly string[];
}

/** A path segment and what may follow it. */
interface Node<T> {
  readonly byName: Map<string, Node<T>>;
  parameter?: Node<T>;
  /** Routes that end here by method. */
  readonly ending: Map<string, Route<T>>;
  /** Routes that match the whole rest of the path, even if that is only a slash: `{proxy+}`. */
  readonly greedy: Map<string, Route<T>>;
}

export type Router<T> = (method: string, path: string) => RouteMatch<T> | undefined;

const makeNode = <T>(): Node<T> => ({ byName: new Map(), ending: new Map(), greedy: new Map() });

/** @param routes by route key: `GET /labels/{id}`, `ANY /labels/{proxy+}` or `$default`. */
export function compileRoutes<T>(routes: Iterable<readonly [routeKey: string, target: T]>): Router<T> {
  const root = makeNode<T>();
  let fallback: RouteMatch<T> | undefined;
  for (const [routeKey, target] of routes) {
    if (routeKey === '$default') fallback = { routeKey, target, pathParameters: {} };
    else add(root, routeKey, target);
  }
  return (method, path) => {
    const segments = path.split('/').slice(1);
    return find(root, { method, segments, index: 0, values: [] }) ?? fallback;
  };
}

function add<T>(root: Node<T>, routeKey: string, target: T): void {
  const [method = '', path = ''] = routeKey.split(' ');
  const parameterNames: string[] = [];
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const [, name, plus] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name) parameterNames.push(name);
    if (plus) {
      node.greedy.set(method, { routeKey, target, parameterNames });
      return;
    }
    if (name) node.parameter ??= makeNode<T>();
    node = (name && node.parameter) || child(node, segment);
  }
  node.ending.set(method, { routeKey, target, parameterNames });
}

function child<T>(node: Node<T>, name: string): Node<T> {
  const existing = node.byName.get(name);
  if (existing) return existing;
  const made = makeNode<T>();
  node.byName.set(name, made);
  return made;
}

interface Search {
  readonly method: string;
  readonly segments: readonly string[];
  readonly index: number;
  /** Values of the parameters so far. */
  readonly values: readonly string[];
}

function find<T>(node: Node<T>, search: Search): RouteMatch<T> | undefined {
  const { method, segments, index, values } = search;
  const segment = segments[index];
  if (segment === undefined) return matched(ofMethod(node.ending, method), values);
  const named = node.byName.get(segment);
  const exact = named && find(named, { ...search, index: index + 1 });
  if (exact) return exact;
  if (segment === '') {
    const isLast = index === segments.length - 1;
    return isLast ? matched(ofMethod(node.greedy, method), [...values, '']) : undefined;
  }
  const filled =
    node.parameter && find(node.parameter, { ...search, index: index + 1, values: [...values, segment] });
  return filled ?? matched(ofMethod(node.greedy, method), [...values, segments.slice(index).join('/')]);
}

const ofMethod = <T>(routes: Map<string, Route<T>>, method: string) =>
  routes.get(method) ?? routes.get('ANY');

function matched<T>(route: Route<T> | undefined, values: readonly string[]): RouteMatch<T> | undefined {
  if (!route) return undefined;
  const { routeKey, target, parameterNames } = route;
  const pathParameters = Object.fromEntries(parameterNames.map((name, index) => [name, values[index] ?? '']));
  return { routeKey, target, pathParameters };
}
