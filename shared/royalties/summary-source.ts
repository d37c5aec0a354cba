/** The source of summaries: one for each user, with the whole history. */
import { users } from '../accounts/api/users.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import { findRecord } from '../kit/records/store.ts';
import type { Table } from '../kit/table/table.ts';
import { readRoyalties } from './read-royalties.ts';
import { summarize } from './rules/royalties.ts';
import { summaryRecord } from './summary-record.ts';

export const summarySource: RecordSource = {
  async find(ids, { table }) {
    const found = await Promise.all(ids.map((id) => findSummary(table, id)));
    return found.filter((record) => record !== undefined);
  },

  owned: async (ownerId, { table }) => [await summaryOf(table, ownerId)],

  /** They link to nothing. */
  linking: async () => [],
};

async function findSummary(table: Table, userId: string) {
  return (await findRecord({ table }, users, userId)) && summaryOf(table, userId);
}

const summaryOf = async (table: Table, userId: string) =>
  summaryRecord(userId, summarize(await readRoyalties(table, userId), {}));
