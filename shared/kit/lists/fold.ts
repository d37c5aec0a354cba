/** Folds the journal of a list into a new snapshot. It may run twice concurrently, and end after any step. */
import { randomUUID } from 'node:crypto';
import { writeLine } from '../../platform/log.ts';
import { keyRowOf } from '../declare/api.ts';
import type { Definitions } from '../declare/definitions.ts';
import { CHECK, foldTask, foldWork, listId, readListId, UNREADABLE } from '../records/fold-work.ts';
import { failedConditions } from '../table/commit.ts';
import { equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { bucketReader, storeContent } from '../table/stored-content.ts';
import type { Attempt, Outcome } from '../work/attempt.ts';
import type { RowOf } from '../work/define-work.ts';
import { applied, type ListState, type RecordList, recordList, withOrders } from './list-state.ts';
import { corrections, inLayout, listedInIndex } from './rebuild.ts';
import {
  contentOf,
  folderOf,
  type Journal,
  journalSince,
  type Pointer,
  pointerIn,
  remembersSince,
  snapshotKey,
} from './snapshot.ts';
import { encoded } from './snapshot-format.ts';

type Fold = RowOf<typeof foldWork>;

export interface Folding extends Pick<Attempt<Fold>, 'table' | 'lease' | 'now'> {
  readonly api: Pick<Definitions, 'resources' | 'keys' | 'sources'>;
}

export interface FoldAttempt extends Folding, Pick<Attempt<Fold>, 'claimed'> {}

type Result = 'folded' | 'waiting' | 'unchanged' | 'overtaken';

export interface FoldLine {
  readonly message: 'list.folded';
  readonly outcome: Result;
  readonly type: string;
  readonly changes: number;
}

/** Fewer changes than these, or than a hundredth of the list, wait for others, or until the list is idle. */
const MIN_CHANGES = 64;
const MIN_SHARE = 1 / 100;
/** A function that does not know the list reads them all. Folding a long list costs less than that. */
const MAX_CHANGES = 128;
const IDLE_MS = 3_600_000;
const STARTED_BEFORE_MS = 60_000;
const CHECKED_AFTER_MS = 7 * 24 * IDLE_MS;
const FIRST_CHECKED_AFTER_MS = IDLE_MS;
/** A comparison that another fold prevented. */
const RETRIED_AFTER_MS = 60_000;
/** Readers that read the journal while it is shortened have also read the row that records it. */
const MIN_INTERVAL_MS = 10_000;

/** One attempt. */
export async function foldList(folding: FoldAttempt): Promise<Outcome<Fold, FoldLine>> {
  const { claimed, table, api, now } = folding;
  const { type, ownerId, task } = readListId(claimed.listId);
  const source = sourceOf(api, type, ownerId);
  if (!source) return 'gone';
  const row = await table.get(snapshotKey(source));
  const pointer = pointerIn(row);
  const journal = await journalSince(table, source, pointer?.position);
  const changes = foldable(journal).length;
  const line = (outcome: Result) => ({ message: 'list.folded', outcome, type, changes }) as const;
  const again = (outcome: Result, ms: number) => {
    const next = foldWork.next(claimed, new Date(now().getTime() + ms));
    return { is: 'again', next, line: line(outcome) } as const;
  };
  const foldNow = (isChecked: boolean) => fold(folding, source, { row, pointer, journal, isChecked });
  if (task === CHECK) {
    const outcome = await foldNow(true);
    return again(outcome, outcome === 'folded' ? CHECKED_AFTER_MS : RETRIED_AFTER_MS);
  }
  if (task === UNREADABLE) return { is: 'done', line: line(await foldNow(false)) };
  const share = (pointer?.count ?? 0) * MIN_SHARE;
  const isLarge = changes >= Math.min(MAX_CHANGES, Math.max(MIN_CHANGES, share));
  // The change that started the work is older than that.
  const started = Date.parse(claimed.nextAttemptAt) - (claimed.position === 0 ? STARTED_BEFORE_MS : IDLE_MS);
  const isFolded = pointer !== undefined && Date.parse(pointer.position) > started;
  if (changes === 0 || (!isLarge && isFolded)) return { is: 'done', line: line('unchanged') };
  if (!isLarge && claimed.position === 0) return again('waiting', IDLE_MS);
  return { is: 'done', line: line(await foldNow(false)) };
}

/** @returns undefined for a type without a journal. */
export function sourceOf(api: Folding['api'], type: string, ownerId: string): RecordList | undefined {
  const resource = api.resources.find((each) => each.type === type);
  if (!resource) return undefined;
  const row = keyRowOf(api, resource);
  return row.journaled && recordList(resource, { row, source: api.sources[type] }, ownerId);
}

/** Folds a list that has a snapshot, however few its changes are. Those of the last half minute wait. */
export async function refold(folding: Folding, source: RecordList): Promise<void> {
  const row = await folding.table.get(snapshotKey(source));
  const pointer = pointerIn(row);
  const journal = await journalSince(folding.table, source, pointer?.position);
  await fold(folding, source, { row, pointer, journal, isChecked: false });
}

/** Later rows can still be followed by earlier ones. */
const foldable = ({ changes, position }: Journal) => changes.filter(({ stamp }) => stamp < position);

interface Read {
  readonly row: Item | undefined;
  /** Undefined too if the row has another form. It is then replaced. */
  readonly pointer: Pointer | undefined;
  readonly journal: Journal;
  readonly isChecked: boolean;
}

async function fold(folding: Folding, source: RecordList, read: Read): Promise<Result> {
  const { table, lease, now } = folding;
  const { row, pointer, journal, isChecked } = read;
  const { position } = journal;
  if (pointer && Date.now() - Date.parse(pointer.at) < MIN_INTERVAL_MS) return 'unchanged';
  const folded = await foldedState(folding, source, read);
  await lease.keep();
  const state = isChecked ? await correctList(folding, source, { ...folded, position }) : folded;
  if (!pointer) {
    // Before the snapshot, so that none is without it. Functions of a version that journals fewer types may
    // have written during the deployment.
    const at = new Date(now().getTime() + FIRST_CHECKED_AFTER_MS);
    const check = foldTask(listId(source.type, source.ownerId, CHECK), at);
    await failedConditions(table.commit([{ put: check, condition: rowMissing }]));
  }
  const ordered = withOrders(state.state, source.resource.sorts);
  await lease.keep();
  const content = await storeContent(folderOf(source), await encoded(ordered));
  await lease.keep();
  const number = Number(row?.['number'] ?? 0);
  const next: Pointer = {
    number: number + 1,
    epoch: state.epoch ?? randomUUID(),
    layout: source.layout,
    position,
    oldest: pointer?.position ?? '',
    at: new Date().toISOString(),
    count: ordered.entries.length,
    content,
  };
  const condition = row ? equal('number', number) : rowMissing;
  const key = snapshotKey(source);
  if (await failedConditions(table.commit([{ put: { ...key, ...next }, condition }]))) return 'overtaken';
  if (pointer) await shorten(folding, source, pointer.oldest);
  return 'folded';
}

interface Folded {
  readonly state: ListState;
  /** The epoch of the former snapshot, if the state is that snapshot with the changes of the journal. */
  readonly epoch: string | undefined;
}

async function foldedState(
  { table }: Folding,
  source: RecordList,
  { pointer, journal }: Read,
): Promise<Folded> {
  const isCurrent = pointer?.layout === source.layout;
  const base = isCurrent ? await contentOf(source, pointer, bucketReader) : undefined;
  // The index can be behind, so that the whole journal is applied to it.
  const { changes } = base || !pointer ? journal : await journalSince(table, source, pointer.oldest);
  const from = base?.state ?? (await listedInIndex(table, source));
  const old = await inLayout(table, source, foldable({ ...journal, changes }));
  const state = applied(from, old, { list: source, since: remembersSince(journal.position) });
  return { state, epoch: base && pointer?.epoch };
}

/** Compares the list with its index and corrects it. */
async function correctList(
  { table }: Folding,
  source: RecordList,
  { state, epoch, position }: Folded & { readonly position: string },
): Promise<Folded> {
  const upTo = async () => {
    const { changes } = await journalSince(table, source, position);
    return applied(state, await inLayout(table, source, changes), { list: source, since: '' });
  };
  const wrong = await corrections(table, source, { state: await upTo(), after: upTo });
  if (wrong.length === 0) return { state, epoch };
  const { type, ownerId } = source;
  writeLine({ level: 'error', message: 'list.differs', type, ownerId, differences: wrong.length });
  const ids = new Set(wrong.map(({ id }) => id));
  const entries = state.entries.filter(({ id }) => !ids.has(id));
  const others = { entries, gone: state.gone.filter(({ id }) => !ids.has(id)), orders: new Map() };
  return { state: applied(others, wrong, { list: source, since: '' }), epoch: undefined };
}

/** Deletes the rows of the journal before a time. */
async function shorten({ table }: Folding, source: RecordList, oldest: string): Promise<void> {
  const { pk: partition } = snapshotKey(source);
  const rows = oldest === '' ? [] : await table.query({ partition, upTo: oldest });
  await table.deleteMany(rows.map((row) => ({ pk: partition, sk: String(row['sk']) })));
}
