/** The source of summaries, which have the whole history. Each user has one. */
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

  /** Summaries have no links. */
  linking: async () => [],
};

async function findSummary(table: Table, userId: string) {
  return (await findRecord({ table }, users, userId)) && summaryOf(table, userId);
}

const summaryOf = async (table: Table, userId: string) =>
  summaryRecord(userId, summarize(await readRoyalties(table, userId), {}));
