/** Runs a state machine on a record: loads it, finds the transition, and saves it with everything else that happens. */
import type { Fields, Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { type Pull, type StateMachine, type Transition, transitionOf } from '../values/states.ts';
import { changeRecord, type Decision, type Store } from './store.ts';

/** What else happens on a transition: more fields of the record, other records and rows. */
export type Effect<D extends Resource> = (
  before: Stored<D>,
  store: Store,
) => Decision<D> | Promise<Decision<D>>;

export interface Run<
  D extends Resource,
  S extends string,
  T extends string,
  W extends string,
  E extends string,
> {
  readonly resource: D;
  readonly id: string;
  readonly machine: StateMachine<S, T, W, E>;
  /** The field that holds the state. */
  readonly field: Extract<keyof Fields<D>, string>;
  readonly pull: Pull<T, W>;
  readonly effects: { readonly [N in E]: Effect<D> };
}

/**
 * Two at once: the second finds the state that the first left, and is refused or moved on from there.
 * @returns the record in its new state. @throws Problems from the machine, and unknown_record.
 */
export function transition<
  D extends Resource,
  S extends string,
  T extends string,
  W extends string,
  E extends string,
>(store: Store, { resource, id, machine, field, pull, effects }: Run<D, S, T, W, E>): Promise<Stored<D>> {
  return changeRecord(store, { resource, id }, async (before) => {
    const move = transitionOf(machine, before.fields[field] as S, pull);
    const decisions = await Promise.all((move.also ?? []).map((effect) => effects[effect](before, store)));
    return combined<D, S>(decisions, { field, to: move.to });
  });
}

function combined<D extends Resource, S extends string>(
  decisions: readonly Decision<D>[],
  { field, to }: { field: string; to: Transition<S, string, string, string>['to'] },
): Decision<D> {
  const fields: Partial<Fields<D>> = Object.assign({}, ...decisions.map((each) => each.fields), {
    [field]: to,
  });
  return {
    fields,
    also: decisions.flatMap(({ also = [] }) => also),
    writes: decisions.flatMap(({ writes = [] }) => writes),
  };
}
