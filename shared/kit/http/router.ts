/** Finds the route for a method and a decoded path. */

import type { Method, Route } from '../declare/routes.ts';
import { type Problems, problem } from '../values/problems.ts';
import { required } from '../values/required.ts';
import { ProblemsWithHeaders } from './problems-with-headers.ts';

export interface Match {
  readonly route: Route;
  /** The {id} in the path, or an empty string. */
  readonly id: string;
}

export type Router = (method: string, path: string) => Match;

/**
 * @returns a router that prefers static segments to {id} and routes HEAD like GET. It throws unknown_path
 * (404) and method_not_allowed (405, with Allow).
 */
export function routerOf(routes: readonly Route[]): Router {
  const patterns = new Map<string, Route[]>();
  for (const route of routes) patterns.set(route.path, [...(patterns.get(route.path) ?? []), route]);
  return (method, path) => {
    const segments = path.split('/').slice(1);
    const ofPath = patterns.get(path) ?? (segments[1] ? patterns.get(withId(segments)) : undefined);
    if (!ofPath) throw unknownPath(path);
    const route = ofPath.find((each) => each.method === (method === 'HEAD' ? 'GET' : method));
    if (!route) throw notAllowed(ofPath.map((each) => each.method));
    return { route, id: route.path.includes('{id}') ? required(segments[1], 'The path matches {id}.') : '' };
  };
}

/** Mentions a trailing slash, which is hard to spot. */
export const unknownPath = (path: string): Problems =>
  problem(
    'unknown_path',
    `The API does not have this path.${path.endsWith('/') ? ' Remove the trailing slash.' : ''}`,
  );

const withId = ([type, , ...rest]: readonly string[]): string => ['', type, '{id}', ...rest].join('/');

function notAllowed(methods: readonly Method[]): ProblemsWithHeaders {
  const Allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return new ProblemsWithHeaders(
    { code: 'method_not_allowed', detail: `Allowed methods: ${Allow}.` },
    { Allow },
  );
}
