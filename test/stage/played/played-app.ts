/** Pages before a stage that a test plays, in states that are recorded. */
import type { PageExpressions } from '../faulty-page/page-expressions.ts';

export interface PlayedApp {
  readonly name: 'console' | 'site';
  readonly expressions: PageExpressions;
  readonly states: readonly string[];
  /** Of states: in them, a page waits for a response and does not settle. */
  readonly waiting: readonly string[];
  /** @throws if a person cannot reach the state. */
  readonly reach: (state: string) => Promise<void>;
  /** Waits until the page has the responses of all its requests, and shows them. */
  readonly settled: () => Promise<unknown>;
  /** What the page has sent in the present state, oldest first. */
  readonly sent: () => readonly string[];
  /**
   * What a person does in several steps, by the name of the state and of the act. It returns what follows, where that is not
   * what the page sends and shows then. With the name of an expression, it takes the place of the act with this expression.
   */
  readonly actsByHand: Readonly<Record<string, Readonly<Record<string, () => Promise<unknown>>>>>;
}
