/** How the last contact with a connected store ended, for operators. */
import * as v from 'valibot';
import { attributesOf } from '../../kit/table/attributes.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import { readSettings } from '../../platform/settings.ts';
import { contactKey } from '../keys.ts';
import { connectedCheck } from '../stores/connected/connected-check.ts';
import { rowsByStore } from '../stores/connected/rows-by-store.ts';

const ending = {
  at: v.string(),
  /** Why it failed, or null. */
  problem: v.nullable(v.string()),
  /** Since when these fail, or null. */
  failingSince: v.nullable(v.string()),
};
const contact = v.object({
  ...ending,
  /** The last contact that wrote: a transfer or a test. Readings succeed while a disk is full. */
  written: v.optional(v.nullable(v.object(ending)), null),
});

type Ending = Readonly<v.InferOutput<v.ObjectSchema<typeof ending, undefined>>>;
export type StoreContact = Readonly<v.InferOutput<typeof contact>>;

interface Ended {
  readonly problem: string | null;
  /** Of the part of the contact that wrote. Omitted by contacts that only read. */
  readonly writing?: string | null;
  readonly now: Date;
}

/** Of concurrent contacts, the last one counts. Nothing is recorded once the store is disconnected. */
export async function recordContact(
  table: Table,
  dspId: string,
  { problem, writing, now }: Ended,
): Promise<StoreContact> {
  const isGood = problem === null && writing === null;
  const before = isGood ? undefined : (await contactsOf(table, [dspId])).get(dspId);
  const { at, failingSince } = endingOf(problem, before, now);
  const written = writing === undefined ? (before?.written ?? null) : endingOf(writing, before?.written, now);
  const update = {
    update: contactKey(dspId),
    with: [
      { set: part('at'), to: at },
      { set: part('problem'), to: problem },
      { set: part('failingSince'), to: failingSince },
      ...(writing === undefined ? [] : [{ set: part('written'), to: { ...written } }]),
    ],
  };
  await failedConditions(table.commit([update, connectedCheck(dspId)]));
  return { at, problem, failingSince, written };
}

const part = attributesOf<StoreContact>();

function endingOf(problem: string | null, before: Ending | null | undefined, now: Date): Ending {
  const at = now.toISOString();
  return { at, problem, failingSince: problem === null ? null : (before?.failingSince ?? at) };
}

export async function contactsOf(
  table: Table,
  dspIds: readonly string[],
): Promise<ReadonlyMap<string, StoreContact>> {
  const rows = await rowsByStore(table, dspIds, contactKey);
  return new Map(Array.from(rows, ([id, row]) => [id, v.parse(contact, row)]));
}

interface LongFailure {
  readonly fails: 'contact' | 'write';
  readonly since: string;
  readonly problem: string;
}

/** @returns what has failed longer than a delivery may take: any contact, or those that write. */
export function longFailureOf({ written, ...contact }: StoreContact, now: Date): LongFailure | undefined {
  const since = (ending: Ending | null) =>
    ending?.failingSince && ending.problem !== null && isLong(ending.failingSince, now)
      ? { since: ending.failingSince, problem: ending.problem }
      : undefined;
  const [ofContact, ofWrite] = [since(contact), since(written)];
  if (ofContact) return { fails: 'contact', ...ofContact };
  return ofWrite && { fails: 'write', ...ofWrite };
}

/** @returns whether it is longer ago than a delivery may take. */
export const isLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= readSettings().lateAfterSeconds.delivery * 1000;

export const shownContact = (contact: Ending | null | undefined) =>
  contact ? { at: contact.at, problem: contact.problem, 'failing-since': contact.failingSince } : null;
