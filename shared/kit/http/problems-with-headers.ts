/** A problem with response headers that depend on the request, such as Allow and Retry-After. */
import { type Problem, Problems } from '../values/problems.ts';

export class ProblemsWithHeaders extends Problems {
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Readonly<Record<string, string>>) {
    super([problem]);
    this.headers = headers;
  }
}
