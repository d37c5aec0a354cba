/** The public part of a problem. Each feature declares its own in `problems.ts`. */
import type { ProblemCode } from '../values/problems.ts';

export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** When it occurs, as a sentence for the API reference. */
  readonly when: string;
  /** Response headers. Errors can override them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The error object has no code, as specified for some errors such as a failed sign-in. */
  readonly omitsCode?: true;
  /** The error object has only status and detail, as specified for artist profiles. */
  readonly detailOnly?: true;
}

/** All problems of a service by code. */
export type ProblemTable = Readonly<Record<ProblemCode, ProblemDefinition>>;

/** A declaration can omit the status, because most problems are broken rules (422). */
type Declared = Omit<ProblemDefinition, 'status'> & Partial<Pick<ProblemDefinition, 'status'>>;

const BREAKS_A_RULE = 422;

/** Declares the problems of a feature. */
export const problemTable = <C extends string>(problems: Readonly<Record<C, Declared>>) =>
  Object.fromEntries(
    Object.entries<Declared>(problems).map(([code, each]) => [code, { status: BREAKS_A_RULE, ...each }]),
  ) as Readonly<Record<C, ProblemDefinition>>;
