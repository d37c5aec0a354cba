/** Rows that cannot be read, and changes that cannot be published, for operators. */
import type { Operation } from '../../kit/commands/operation.ts';
import type { Waiting } from '../../kit/commands/waiting.ts';
import { streamStatus } from '../stream-notes.ts';
import { unreadableStatus } from '../unreadable-rows.ts';

/** Those that were set aside are among the dead letters. */
export async function waitingRows({ table, now }: Operation): Promise<Waiting[]> {
  const [unreadable, { failing }] = await Promise.all([
    unreadableStatus(table),
    streamStatus(table, now, null),
  ]);
  return [
    ...(unreadable === null ? [] : [unreadableRows(unreadable)]),
    ...failing.filter((change) => !change['set-aside']).map(failingChange),
  ];
}

const unreadableRows = (about: string): Waiting => ({
  what: 'unreadable rows',
  id: 'reindex',
  since: null,
  about,
  resolve: 'docs/runbook.md#rows-unreadable',
});

const failingChange = ({
  change,
  row,
  reason,
  'written-at': since,
}: Awaited<ReturnType<typeof streamStatus>>['failing'][number]): Waiting => ({
  what: 'failing change',
  id: change,
  since: String(since),
  about: `${String(row)}: ${String(reason)}`,
  resolve: 'docs/runbook.md#changes-given-up',
});
