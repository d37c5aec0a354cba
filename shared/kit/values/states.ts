/** State machines as tables of transitions: states, trigger, and who may trigger it. Pure. */
import { type ProblemCode, problem } from './problems.ts';

/** One row of the table. */
export interface Transition<S extends string, T extends string, W extends string> {
  readonly from: readonly S[];
  readonly on: T;
  readonly to: S;
  /** Who may trigger it. */
  readonly by: readonly W[];
}

export interface StateMachine<
  S extends string = string,
  T extends string = string,
  W extends string = string,
> {
  readonly transitions: readonly Transition<S, T, W>[];
  /** The error for a trigger that is not possible in the current state. */
  readonly rejected: Readonly<Record<NoInfer<T>, ProblemCode>>;
  /** The verbs of sentences about triggers that have other names. */
  readonly verbs?: Readonly<Partial<Record<NoInfer<T>, string>>>;
}

/**
 * @example
 * const requests = stateMachine({
 *   transitions: [{ from: ['pending'], on: 'approve', to: 'sent', by: ['operator'] }],
 *   rejected: { approve: 'request_not_pending' },
 * });
 */
export const stateMachine = <const S extends string, const T extends string, const W extends string>(
  machine: StateMachine<S, T, W>,
): StateMachine<S, T, W> => machine;

/** A trigger, and who pulls it. */
export interface Pull<T extends string, W extends string> {
  readonly on: T;
  readonly by: W;
}

/**
 * @param state the current state.
 * @returns the transition for the trigger in this state.
 * @throws role_not_allowed when only others may ever pull the trigger, and the machine's error when it is not possible.
 */
export function transitionOf<S extends string, T extends string, W extends string>(
  { transitions, rejected, verbs }: StateMachine<S, T, W>,
  state: S,
  { on, by }: Pull<T, W>,
): Transition<S, T, W> {
  const verb: string = verbs?.[on] ?? on;
  const possible = transitions.filter((each) => each.on === on);
  const allowed = possible.filter((each) => each.by.includes(by));
  if (possible.length > 0 && allowed.length === 0)
    throw problem('role_not_allowed', `You are not allowed to ${verb} this record.`);
  const transition = allowed.find((each) => each.from.includes(state));
  if (transition) return transition;
  const states = [...new Set(allowed.flatMap(({ from }) => from))].join(' or ');
  throw problem(rejected[on], `Cannot ${verb} in the state ${state}, only in the state ${states}.`);
}
