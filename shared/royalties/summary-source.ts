/** The source of summaries, which have the whole history. Each user has one. */
import { users } from '../accounts/api/users.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import { findRecords } from '../kit/records/store.ts';
import { readSummary } from './read-summary.ts';

export const summarySource: RecordSource = {
  async find(ids, { table }) {
    const existing = await findRecords({ table }, users, ids);
    return Promise.all(existing.map(({ id }) => readSummary(table, id)));
  },

  owned: async (ownerId, { table }) => [await readSummary(table, ownerId)],

  /** Summaries have no links. */
  linking: async () => [],
};
