/** Why a command was not run, in messages for the operator. */

export interface Problem {
  readonly code: string;
  readonly detail: string;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ detail }) => detail).join('\n'));
    this.problems = problems;
  }
}

/** @param code of all the problems. @param details one message for each problem. */
export const refusal = (code: string, ...details: readonly string[]): Refusal =>
  new Refusal(details.map((detail) => ({ code, detail })));
