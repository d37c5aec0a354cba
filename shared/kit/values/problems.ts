/** What can be wrong with a request, and the one error that tells of it. */

/**
 * The codes of the service, as properties: the module with the table of all problems adds them (`declare module`).
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: see above.
export interface ProblemCodes {}

/** A stable code. */
export type ProblemCode = keyof ProblemCodes;

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for the reader of the error. */
  readonly detail: string;
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer?: string;
  /** The query parameter at fault. */
  readonly parameter?: string;
}

/** Maximum number of problems that are collected and reported, so that their size is limited. */
export const MAX_PROBLEMS = 1000;

/** @returns whether further problems would not be reported. */
export const isFull = (problems: readonly Problem[]): boolean => problems.length >= MAX_PROBLEMS;

/** A short message for stack traces: the first problem, shortened. */
function summaryOf(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return first ? `${first.code}: ${first.detail.slice(0, 200)}${more}` : '';
}

/** Several rules, or conditions of one write, can find the same fault: it is one problem. */
function distinct(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const each of problems) {
    if (found.size === MAX_PROBLEMS) break;
    const { code, detail, pointer, parameter } = each;
    const name = JSON.stringify([code, detail, pointer, parameter]);
    if (!found.has(name)) found.set(name, each);
  }
  return [...found.values()];
}

/**
 * Thrown once with all problems of one kind, each once and up to MAX_PROBLEMS, because they are reported in one response.
 */
export class Problems extends Error {
  override name = 'Problems';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const all = distinct(problems);
    super(summaryOf(all));
    this.problems = all;
  }

  /** How often each code occurs: short enough for a log line, whatever the number of problems. */
  get logged(): Partial<Record<ProblemCode, number>> {
    const counts: Partial<Record<ProblemCode, number>> = {};
    for (const { code } of this.problems) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }
}

/**
 * An error with one problem.
 * @example throw problem('limit_reached', 'You already have 5 keys.', { pointer: '/data' });
 */
export const problem = (
  code: ProblemCode,
  detail: string,
  source: Pick<Problem, 'pointer' | 'parameter'> = {},
): Problems => new Problems([{ code, detail, ...source }]);

/** Throws the collected problems, if there are any. @throws Problems */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Problems(problems);
}

/** @returns whether an error consists only of problems with this code. */
export const isProblem = (error: unknown, code: ProblemCode): error is Problems =>
  error instanceof Problems && error.problems.every((each) => each.code === code);
