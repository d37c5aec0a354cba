/** The problems that a request can have, and the error that reports them. */

/**
 * The service's problem codes, as properties. The module with the problem table adds them (`declare module`).
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: see above.
export interface ProblemCodes {}

export type ProblemCode = keyof ProblemCodes;

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for the client's developer. */
  readonly detail: string;
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer?: string;
  /** The query parameter at fault. */
  readonly parameter?: string;
}

/** Maximum number of problems collected for one response. */
export const MAX_PROBLEMS = 1000;

/** @returns whether the maximum number of problems is reached. */
export const isFull = (problems: readonly Problem[]): boolean => problems.length >= MAX_PROBLEMS;

/** Error message for stack traces. */
function summaryOf(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return first ? `${first.code}: ${first.detail.slice(0, 200)}${more}` : '';
}

/** Removes duplicates. Several rules or write conditions can report the same problem. */
function distinct(problems: readonly Problem[]): Problem[] {
  const byContent = new Map<string, Problem>();
  for (const each of problems) {
    if (byContent.size === MAX_PROBLEMS) break;
    const { code, detail, pointer, parameter } = each;
    const name = JSON.stringify([code, detail, pointer, parameter]);
    if (!byContent.has(name)) byContent.set(name, each);
  }
  return [...byContent.values()];
}

/** Holds all problems of one response, without duplicates and at most MAX_PROBLEMS. */
export class Problems extends Error {
  override name = 'Problems';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const all = distinct(problems);
    super(summaryOf(all));
    this.problems = all;
  }

  /** Number of problems by code, for the log. */
  get logged(): Partial<Record<ProblemCode, number>> {
    const counts: Partial<Record<ProblemCode, number>> = {};
    for (const { code } of this.problems) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }
}

/**
 * @returns an error with a single problem.
 * @example throw problem('limit_reached', 'You already have 5 keys.', { pointer: '/data' });
 */
export const problem = (
  code: ProblemCode,
  detail: string,
  source: Pick<Problem, 'pointer' | 'parameter'> = {},
): Problems => new Problems([{ code, detail, ...source }]);

/** @throws Problems if the list is not empty. */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Problems(problems);
}

/** @returns whether every problem of the error has this code. */
export const isProblem = (error: unknown, code: ProblemCode): error is Problems =>
  error instanceof Problems && error.problems.every((each) => each.code === code);
