/** Why a command was not run, in messages for the operator. */

export interface Problem {
  readonly code: string;
  readonly detail: string;
}

export class Rejection extends Error {
  override name = 'Rejection';
  readonly problems: readonly Problem[];
  /** Rows of what else the operator should know. */
  readonly notes: readonly Readonly<Record<string, unknown>>[];

  constructor(problems: readonly Problem[], notes: Rejection['notes'] = []) {
    super(problems.map(({ detail }) => detail).join('\n'));
    this.problems = problems;
    this.notes = notes;
  }
}

/** @param code of all the problems. @param details one message for each problem. */
export const rejection = (code: string, ...details: readonly string[]): Rejection =>
  new Rejection(details.map((detail) => ({ code, detail })));
