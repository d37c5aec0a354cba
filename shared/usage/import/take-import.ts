/** Claims an import, makes a try, and records that it is done, rejected, or goes on with the next message. */
import { ConditionsFailed } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import { hold, type NotDone } from '../../kit/work/hold.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { type Lease, Overtaken } from '../../kit/work/lease.ts';
import { usageContentKey, usageImportKey } from '../keys.ts';
import { hasMatches } from './has-matches.ts';
import { importReport, type Progress } from './import-report.ts';
import type { Importing } from './importing.ts';
import { FileRejected } from './report-lines.ts';
import { startRematches } from './start-rematches.ts';
import {
  type ClaimedImport,
  toImportItem,
  type UsageImport,
  type UsageMessage,
  usageWork,
} from './usage-import.ts';

/** Less than the function's time: one part is always done within the rest. */
const TRY_SECONDS = 600;

export type ImportLine =
  | { readonly message: 'usage.skipped'; readonly outcome: NotDone }
  | {
      readonly message: 'usage.imported';
      /** 'unchanged': there are still no tracks for the unmatched lines. */
      readonly outcome: 'done' | 'refused' | 'continued' | 'unchanged';
      readonly reason?: string;
      readonly counts?: Progress['counts'];
    };

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered.
 */
export async function takeImport(message: UsageMessage, importing: Importing): Promise<ImportLine> {
  const { importId, attempt } = message;
  const { table, now } = importing;
  const key = usageImportKey(importId);
  const done = await hold(table, { kind: usageWork, key, attempt, now }, (claimed, lease) =>
    importClaimed(claimed, lease, importing),
  );
  return typeof done === 'string' ? { message: 'usage.skipped', outcome: done } : done;
}

async function importClaimed(
  claimed: ClaimedImport,
  lease: Lease,
  importing: Importing,
): Promise<ImportLine> {
  try {
    return await tryOnce(claimed, lease, importing);
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    await end(
      claimed,
      { ...claimed, state: 'refused', reason: error.message, counts: claimed.formerCounts },
      importing,
    );
    return { message: 'usage.imported', outcome: 'refused', reason: error.message };
  }
}

async function tryOnce(claimed: ClaimedImport, { keep }: Lease, importing: Importing): Promise<ImportLine> {
  const { table, now } = importing;
  if (claimed.isRematch && claimed.written === 0 && !(await hasMatches(claimed, importing))) {
    await end(claimed, { ...claimed, ...claimed.loaded.at(-1), state: 'done' }, importing);
    return { message: 'usage.imported', outcome: 'unchanged' };
  }
  const until = now().getTime() + TRY_SECONDS * 1000;
  const progress = await importReport(claimed, importing, {
    keep,
    isTimeUp: () => now().getTime() >= until,
    record: async ({ written, cleaned, counts }) => {
      const values = Object.entries({ written, cleaned, counts });
      const update = { update: usageImportKey(claimed.importId), condition: isHeld(claimed) };
      const isWritten = await writeIf(table, { ...update, with: values.map(([set, to]) => ({ set, to })) });
      if (!isWritten) throw new Overtaken();
    },
  });
  const { isDone, ...reached } = progress;
  const { counts } = reached;
  if (isDone) {
    // Before the end: should this function die in between, the next one does both.
    if (!claimed.isRematch) await startRematches({ table, now: now() });
    await end(claimed, { ...claimed, ...reached, ...loadedBy(claimed), state: 'done' }, importing);
  } else await goOn(claimed, reached, importing);
  return { message: 'usage.imported', outcome: isDone ? 'done' : 'continued', counts };
}

const loadedBy = ({ isRematch, loaded, run, sha256, partitions }: UsageImport) => ({
  loaded: [...(isRematch ? loaded : []), { run, sha256, partitions }],
});

/** Records the end. Contents of which nothing is in the table can be imported under other names from now on. */
async function end(claimed: ClaimedImport, ended: UsageImport, { table, now }: Importing): Promise<void> {
  const { importId, sha256 } = ended;
  const put = toImportItem({ ...ended, finishedAt: now().toISOString(), claimedUntil: null });
  const kept = loadedContent(ended);
  const contents = new Set([sha256, ...claimed.loaded.map((each) => each.sha256)]);
  const free = [...contents]
    .filter((content) => content !== kept)
    .map((content): Write => {
      const condition = { any: [rowMissing, equal('importId', importId)] };
      return { delete: usageContentKey(content), condition };
    });
  try {
    await table.commit([{ put, condition: isHeld(claimed) }, ...free]);
  } catch (error) {
    if (error instanceof ConditionsFailed) throw new Overtaken();
    throw error;
  }
}

/** Reports without lines are often the same. */
const loadedContent = ({ state, sha256, loaded, counts }: UsageImport): string | undefined => {
  if (state !== 'done') return loaded[0]?.sha256;
  return counts && counts.lines > 0 ? sha256 : undefined;
};

async function goOn(claimed: ClaimedImport, progress: Progress, { table, now }: Importing): Promise<void> {
  const next: UsageImport = {
    ...claimed,
    ...progress,
    position: claimed.position + 1,
    nextAttemptAt: now().toISOString(),
    claimedUntil: null,
  };
  if (!(await writeIf(table, { put: toImportItem(next), condition: isHeld(claimed) }))) throw new Overtaken();
  await enqueue(usageWork, [next], now());
}
