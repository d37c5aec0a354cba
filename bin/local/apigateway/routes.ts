/** Finds the most specific HTTP API route for a request. */

export interface RouteMatch<T> {
  readonly routeKey: string;
  readonly target: T;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type Router<T> = (path: string) => RouteMatch<T> | undefined;

/** `ANY /labels`, `ANY /labels/{proxy+}` or `$default`. The API has no others. */
const ROUTE_KEY = /^(\$default|ANY (?<path>\/[^{}]*?)(\/\{(?<parameter>\w+)\+\})?)$/;

interface GreedyRoute<T> {
  readonly routeKey: string;
  readonly target: T;
  readonly parameter: string;
}

/**
 * @param routes by route key. A greedy one matches all paths below its own, even if only a slash follows.
 * @throws for a route key that the local stage does not support.
 */
export function compileRoutes<T>(routes: Iterable<readonly [routeKey: string, target: T]>): Router<T> {
  const exact = new Map<string, RouteMatch<T>>();
  const greedy = new Map<string, GreedyRoute<T>>();
  for (const [routeKey, target] of routes) {
    const key = ROUTE_KEY.exec(routeKey);
    if (!key) throw new Error(`The local stage does not support the route ${routeKey}.`);
    const { path = '', parameter } = key.groups ?? {};
    if (parameter) greedy.set(path, { routeKey, target, parameter });
    else exact.set(path, { routeKey, target, pathParameters: {} });
  }
  return (path) => exact.get(path) ?? longest(greedy, path) ?? exact.get('');
}

function longest<T>(routes: ReadonlyMap<string, GreedyRoute<T>>, path: string): RouteMatch<T> | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const route = routes.get(path.slice(0, end));
    const rest = path.slice(end + 1);
    // A segment right after the route's own path may not be empty, unless it is the last.
    if (route && !rest.startsWith('/')) {
      const { routeKey, target, parameter } = route;
      return { routeKey, target, pathParameters: { [parameter]: rest } };
    }
  }
  return undefined;
}
