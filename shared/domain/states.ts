/** State machines as tables: from which state, on which trigger, by whom, to which state, and what else happens. Pure. */
import { type ProblemCode, problem } from './problems.ts';

/** One row of the table. */
export interface Transition<S extends string, T extends string, W extends string, E extends string> {
  readonly from: readonly S[];
  readonly on: T;
  readonly to: S;
  /** Who may do it. */
  readonly by: readonly W[];
  /** What else happens, by name: whoever runs the machine supplies each. */
  readonly also?: readonly E[];
}

export interface StateMachine<
  S extends string = string,
  T extends string = string,
  W extends string = string,
  E extends string = string,
> {
  readonly transitions: readonly Transition<S, T, W, E>[];
  /** The refusal of a trigger from a state in which it means nothing. */
  readonly refused: Readonly<Record<NoInfer<T>, ProblemCode>>;
}

/**
 * @example
 * const requests = stateMachine({
 *   transitions: [{ from: ['pending'], on: 'approve', to: 'sent', by: ['operator'], also: ['make-deliveries'] }],
 *   refused: { approve: 'request_not_pending' },
 * });
 */
export const stateMachine = <
  const S extends string,
  const T extends string,
  const W extends string,
  const E extends string = never,
>(
  machine: StateMachine<S, T, W, E>,
): StateMachine<S, T, W, E> => machine;

/** What happens: who pulls which trigger. */
export interface Pull<T extends string, W extends string> {
  readonly on: T;
  readonly by: W;
}

/**
 * @param state the state before.
 * @returns the transition that the trigger means in this state.
 * @throws role_not_allowed (403) when somebody else may do it, and the machine's own refusal when nobody can.
 */
export function transitionOf<S extends string, T extends string, W extends string, E extends string>(
  { transitions, refused }: StateMachine<S, T, W, E>,
  state: S,
  { on, by }: Pull<T, W>,
): Transition<S, T, W, E> {
  const possible = transitions.filter((each) => each.on === on);
  if (possible.length > 0 && !possible.some((each) => each.by.includes(by)))
    throw problem('role_not_allowed', `This account cannot ${on} it.`);
  const transition = possible.find((each) => each.from.includes(state));
  if (transition) return transition;
  throw problem(refused[on], `From the state ${state}, ${on} is not possible.`);
}
