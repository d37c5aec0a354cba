/** Acknowledgements and sales reports of stores that a person has to look at, and stores that acknowledge nothing or cannot be reached, for operators. */
import type { Operation } from '../../kit/commands/operation.ts';
import type { Waiting, WaitingList } from '../../kit/commands/waiting.ts';
import type { Table } from '../../kit/table/table.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { silentStores, waitingStore } from '../awaiting/silent-stores.ts';
import { storeFilePrefixes, unclearKey } from '../keys.ts';
import { connectionsOf } from '../stores/connected/connection.ts';
import { contactsOf, longFailureOf } from '../transfers/contact.ts';

export async function waitingAcknowledgements(
  { table, now }: Pick<Operation, 'table' | 'now'>,
  limit: number,
): Promise<WaitingList> {
  const connections = await connectionsOf(
    table,
    dspData.rows().map(({ id }) => id),
  );
  const lists = await Promise.all(
    Array.from(connections.keys(), async (dspId) => {
      const { pk } = unclearKey(dspId, '');
      const rows = await table.query({ partition: pk, prefix: storeFilePrefixes.unclear, limit });
      return rows.map(({ sk, at, about, delivery = null, of = 'acknowledgement' }) => {
        const name = String(sk).slice(storeFilePrefixes.unclear.length);
        const report = delivery === null ? '' : `report-store ${delivery} completed|rejected, then `;
        return {
          what: `${of} of a store`,
          id: name,
          since: String(at),
          about: `DSP ${dspId}: ${about}`,
          resolve: `${report}read-store ${dspId} --dismiss ${name}`,
        };
      });
    }),
  );
  const silent = await silentStores(table, connections, now);
  const stores = silent.map((store) => waitingStore(store, now));
  const unreachable = await unreachableStores(table, [...connections.keys()], now);
  return {
    items: [...lists.flat(), ...stores, ...unreachable],
    isWhole: lists.every(({ length }) => length < limit),
  };
}

/** For as long as the alarm of the runbook says. */
async function unreachableStores(table: Table, dspIds: readonly string[], now: Date): Promise<Waiting[]> {
  const contacts = await contactsOf(table, dspIds);
  return Array.from(contacts).flatMap(([dspId, contact]) => {
    const failure = longFailureOf(contact, now);
    if (!failure) return [];
    const { fails, since, problem: about } = failure;
    const what = fails === 'contact' ? 'unreachable store' : 'store that cannot be written to';
    const resolve = `docs/guides/connect-a-store.md#failures, then test-store ${dspId}`;
    return [{ what, id: dspId, since, about, resolve }];
  });
}
