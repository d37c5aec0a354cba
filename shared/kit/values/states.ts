/** State machines as tables of transitions. */
import { type ProblemCode, problem } from './problems.ts';

export interface Transition<S extends string, T extends string, W extends string> {
  readonly from: readonly S[];
  readonly on: T;
  readonly to: S;
  /** Roles that may trigger the transition. */
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
  /** Verbs for error messages, where they differ from the name of the trigger. */
  readonly verbs?: Readonly<Partial<Record<NoInfer<T>, string>>>;
}

/**
 * @example
 * const requests = stateMachine({
 *   transitions: [{ from: ['pending'], on: 'approve', to: 'sent', by: ['operator'] }],
 *   rejected: { approve: 'distribution_request_not_open' },
 * });
 */
export const stateMachine = <const S extends string, const T extends string, const W extends string>(
  machine: StateMachine<S, T, W>,
): StateMachine<S, T, W> => machine;

export interface Pull<T extends string, W extends string> {
  readonly on: T;
  readonly by: W;
}

/**
 * @param state the current state.
 * @throws role_not_allowed if the role may not use the trigger, and the machine's error if the state forbids
 * it.
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
