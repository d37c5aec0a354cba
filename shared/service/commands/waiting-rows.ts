/** Rows that cannot be read, and changes that cannot be published, for operators. */
import type { Operation } from '../../kit/commands/operation.ts';
import type { Waiting } from '../../kit/commands/waiting.ts';
import { streamStatus } from '../stream-notes.ts';
import { type UnreadableStatus, unreadableNow } from '../unreadable-rows.ts';

/** Those that were set aside are among the dead letters. */
export async function waitingRows({ table, now }: Pick<Operation, 'table' | 'now'>): Promise<Waiting[]> {
  const [unreadable, { failing }] = await Promise.all([unreadableNow(table), streamStatus(table, now, null)]);
  return [
    ...(unreadable ? unreadableRows(unreadable) : []),
    ...failing.filter((change) => !change['set-aside']).map(failingChange),
  ];
}

function unreadableRows({ count, first, at }: UnreadableStatus): Waiting[] {
  const more = count - first.length;
  const others = more > 0 ? [`${more} more rows cannot be read. Repair these, and run reindex again.`] : [];
  return [...first, ...others].map((about) => ({
    what: 'unreadable row',
    id: 'reindex',
    since: at,
    about,
    resolve: 'docs/runbook.md#rows-unreadable',
  }));
}

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
