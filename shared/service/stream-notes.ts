/** What publish-changes notes of the table's stream, and how `status` shows it. */
import type { Assignment } from '../kit/table/expressions.ts';
import type { Item } from '../kit/table/item.ts';
import { type Key, tableShape } from '../kit/table/keys.ts';
import { Table } from '../kit/table/table.ts';
import { describedError, writeLine } from '../platform/log.ts';

const PROGRESS = '#';
const FAULT = 'fault#';

/** @param place PROGRESS, or a change that fails. */
export const streamNoteKey = (sort: string): Key => ({ pk: 'stream-notes', sk: sort });

/** Publishing changes must not wait for notes. */
const MAX_MS = 2000;
/** The time for which the stream keeps a change. */
const KEPT_SECONDS = 24 * 3600;
/** Lambda attempts a change that fails again after less than a minute. */
const FAILING_MS = 3 * 60_000;
const MAX_REASON = 300;

/** A change of the stream. */
export interface StreamChange {
  readonly position: string;
  /** The key of the row. */
  readonly row: string;
  readonly writtenAt: Date;
  /** The time of the sweep if the change is that of the last sweep's row. */
  readonly sweptAt: string | undefined;
}

/**
 * The row of the last sweep is in the stream every minute, so that its progress can be measured.
 * @param done changes that were published. Notes that cannot be written are only logged.
 */
export async function noteProgress(done: readonly StreamChange[]): Promise<void> {
  const through = done.findLast(({ sweptAt }) => sweptAt !== undefined)?.sweptAt;
  if (through !== undefined) await note(streamNoteKey(PROGRESS), [{ set: 'through', to: through }]);
}

/** @param failed the change that is attempted again, with all that follow it in its lane. */
export const noteFault = (failed: StreamChange, error: unknown): Promise<void> =>
  noteFailed(failed, error, []);

/** So many at most, because publishing must not wait for notes. The letters of all name them. */
const MAX_NOTED = 10;

/** @param unreadable changes that became dead letters and are not attempted again. */
export async function noteSetAside(
  unreadable: readonly { readonly change: StreamChange; readonly error: Error }[],
): Promise<void> {
  const noted = unreadable.slice(0, MAX_NOTED);
  await Promise.all(
    noted.map(({ change, error }) => noteFailed(change, error, [{ set: 'isSetAside', to: true }])),
  );
}

async function noteFailed(
  { position, row, writtenAt }: StreamChange,
  error: unknown,
  more: readonly Assignment[],
): Promise<void> {
  const now = Date.now();
  const described = describedError(error);
  const { message = described } = Object(described) as { message?: unknown };
  await note(streamNoteKey(`${FAULT}${position}`), [
    { init: 'writtenAt', to: writtenAt.toISOString() },
    { set: 'row', to: row },
    { add: 'attempts', by: 1 },
    { set: 'lastAttemptAt', to: new Date(now).toISOString() },
    { set: 'reason', to: String(message).slice(0, MAX_REASON) },
    { set: tableShape.timeToLive, to: Math.ceil(now / 1000) + KEPT_SECONDS },
    ...more,
  ]);
}

async function note(update: Key, assignments: readonly Assignment[]): Promise<void> {
  try {
    await new Table({ until: AbortSignal.timeout(MAX_MS) }).commit([{ update, with: assignments }]);
  } catch (error) {
    writeLine({ level: 'warn', message: 'stream.not_noted', problem: describedError(error) });
  }
}

/**
 * @param sweptAt time of the last sweep, or null if there was none.
 * @returns how far the stream is behind, and the changes that failed within the last minutes.
 */
export async function streamStatus(table: Table, now: Date, sweptAt: string | null) {
  const rows = await table.query({ partition: streamNoteKey('').pk });
  const through = rows.find(({ sk }) => sk === PROGRESS)?.['through'] ?? null;
  const since = new Date(now.getTime() - FAILING_MS).toISOString();
  const failing = rows.filter((row) => String(row['lastAttemptAt'] ?? '') >= since);
  return {
    'published-up-to': through,
    'behind-seconds': through === null ? null : secondsBetween(String(through), sweptAt ?? String(through)),
    failing: failing.map(shownFault),
  };
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

const shownFault = ({ sk, row, writtenAt, attempts, lastAttemptAt, reason, isSetAside }: Item) => ({
  change: String(sk).slice(FAULT.length),
  row: row ?? null,
  'written-at': writtenAt,
  attempts,
  'last-attempt': lastAttemptAt,
  reason,
  // It is a dead letter, and the changes after it are published.
  'set-aside': isSetAside === true,
});
