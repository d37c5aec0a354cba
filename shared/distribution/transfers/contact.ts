/** How the last contact with a connected store ended, for operators. */
import * as v from 'valibot';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import { readSettings } from '../../platform/settings.ts';
import { contactKey } from '../keys.ts';
import { connectedCheck } from '../stores/connected/connected-check.ts';

const contact = v.object({
  at: v.string(),
  /** Why it failed, or null. */
  problem: v.nullable(v.string()),
  /** Since when contacts fail, or null. */
  failingSince: v.nullable(v.string()),
});

export type StoreContact = Readonly<v.InferOutput<typeof contact>>;

/** Of concurrent contacts, the last one counts. Nothing is recorded once the store is disconnected. @returns since when contacts fail. */
export async function recordContact(
  table: Table,
  dspId: string,
  { problem, now }: { readonly problem: string | null; readonly now: Date },
): Promise<StoreContact> {
  const at = now.toISOString();
  const before = problem === null ? undefined : (await contactsOf(table, [dspId])).get(dspId);
  const failingSince = problem === null ? null : (before?.failingSince ?? at);
  const after = { at, problem, failingSince };
  await failedConditions(table.commit([{ put: { ...contactKey(dspId), ...after } }, connectedCheck(dspId)]));
  return after;
}

export async function contactsOf(
  table: Table,
  dspIds: readonly string[],
): Promise<ReadonlyMap<string, StoreContact>> {
  const dspByKey = new Map(dspIds.map((id) => [contactKey(id).pk, id]));
  const rows = await table.getMany(dspIds.map(contactKey));
  return new Map(rows.map((row) => [dspByKey.get(String(row['pk'])) ?? '', v.parse(contact, row)]));
}

/** @param since when contacts fail, or null. @returns whether they fail longer than a delivery may take. */
export const isFailingLong = (since: string | null, now: Date): boolean =>
  since !== null && now.getTime() - Date.parse(since) >= readSettings().lateAfterSeconds.delivery * 1000;

export const shownContact = (contact: StoreContact | undefined) =>
  contact ? { at: contact.at, problem: contact.problem, 'failing-since': contact.failingSince } : null;
