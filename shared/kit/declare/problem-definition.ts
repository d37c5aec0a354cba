/** What a problem is as clients see it: each feature declares its own, by code, in its `problems.ts`. */
import type { ProblemCode } from '../values/problems.ts';

export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** When it is the response, for the API reference: a sentence. */
  readonly when: string;
  /** Headers of the response. An error with its own headers overrides them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The error object has no code: the specification lists its members without one, as for a failed sign-in. */
  readonly omitsCode?: true;
  /** The error object has only status and detail, as the specification requires for artist profiles. */
  readonly detailOnly?: true;
}

/** All problems of a service, by code. */
export type ProblemTable = Readonly<Record<ProblemCode, ProblemDefinition>>;

type Given = Omit<ProblemDefinition, 'status'> & Partial<Pick<ProblemDefinition, 'status'>>;

const BREAKS_A_RULE = 422;

/** The problems of a feature. */
export const problemTable = <C extends string>(given: Readonly<Record<C, Given>>) =>
  Object.fromEntries(
    Object.entries<Given>(given).map(([code, each]) => [code, { status: BREAKS_A_RULE, ...each }]),
  ) as Readonly<Record<C, ProblemDefinition>>;
