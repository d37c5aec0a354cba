/** One attempt at an import, which completes it, rejects it, or leaves the rest to the next message. */
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import type { MetricValues } from '../../platform/metrics.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import { lastUsageDay } from '../rules/usage-day.ts';
import { recordContent } from './content-history.ts';
import { contentsOf, freeingWrites, takeContents } from './contents.ts';
import { findTracks } from './find-tracks.ts';
import { importReport, type Progress } from './import-report.ts';
import type { Importing } from './importing.ts';
import { reportLines } from './report-lines.ts';
import { startRematches } from './start-rematches.ts';
import { endedImport, type UsageImport, usageWork } from './usage-import.ts';
import { unmatchedObject } from './usage-objects.ts';

/** Shorter than the function's timeout, which leaves time to finish one part. */
const ATTEMPT_SECONDS = 600;

interface ImportLine {
  readonly message: 'usage.imported';
  /** 'unchanged': the unmatched lines still have no tracks. */
  readonly outcome: 'done' | 'rejected' | 'continued' | 'unchanged';
  readonly reason?: string;
  readonly counts?: Progress['counts'];
}

export const importMetrics = ({ outcome }: ImportLine): MetricValues => {
  if (outcome === 'done') return { ImportsDone: 1 };
  return outcome === 'rejected' ? { ImportsRejected: 1 } : {};
};

type Attempted = Outcome<UsageImport, ImportLine>;

export async function attemptImport(attempt: Attempt<UsageImport>, bucket: Bucket): Promise<Attempted> {
  try {
    return await importOnce(attempt, { ...attempt, bucket });
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    const { claimed } = attempt;
    const { message: reason, as: rejectedAs } = error;
    const counts = claimed.formerCounts;
    await recordEnd({ ...claimed, state: 'refused', reason, rejectedAs, counts }, attempt);
    return { is: 'recorded', line: { message: 'usage.imported', outcome: 'rejected', reason } };
  }
}

async function importOnce(attempt: Attempt<UsageImport>, importing: Importing): Promise<Attempted> {
  const { table, now, claimed, lease } = attempt;
  if (claimed.isRematch && claimed.written === 0 && !(await hasMatches(claimed, importing))) {
    await recordEnd({ ...claimed, ...claimed.loaded.at(-1), state: 'done' }, attempt);
    return { is: 'recorded', line: { message: 'usage.imported', outcome: 'unchanged' } };
  }
  const until = now().getTime() + ATTEMPT_SECONDS * 1000;
  const progress = await importReport(claimed, importing, {
    keep: lease.keep,
    isTimeUp: () => now().getTime() >= until,
    take: (linesDigest) => takeContents(table, { ...claimed, linesDigest }, attempt.held),
    record: async (reached) => {
      const values = Object.entries(reached);
      const update = { update: usageWork.key(claimed.importId), condition: isHeld(claimed) };
      const isWritten = await writeIf(table, { ...update, with: values.map(([set, to]) => ({ set, to })) });
      if (!isWritten) throw new Overtaken();
    },
  });
  const { isDone, ...reached } = progress;
  const { counts } = reached;
  if (!isDone) {
    const line = { message: 'usage.imported', outcome: 'continued', counts } as const;
    return { is: 'again', next: usageWork.next(claimed, now(), reached), line };
  }
  // First, so that the next attempt does both if this function dies in between.
  if (!claimed.isRematch) await startRematches({ table, now: now() });
  await recordEnd(
    { ...claimed, ...reached, ...loadedBy({ ...claimed, ...reached }), state: 'done' },
    attempt,
  );
  return { is: 'recorded', line: { message: 'usage.imported', outcome: 'done', counts } };
}

const CODES_PER_BATCH = 1000;

/** Whether any unmatched line now has a track, so that a rematch is worthwhile. Stops at the first. */
async function hasMatches(
  { loaded, startedAt }: UsageImport,
  { table, bucket }: Importing,
): Promise<boolean> {
  const last = loaded.at(-1);
  if (!last) return false;
  const isAnyFound = async (codes: ReadonlySet<string>) =>
    [...(await findTracks(table, [...codes])).values()].some((finding) => typeof finding !== 'string');
  let codes = new Set<string>();
  const announced = { sha256: null, lastDay: lastUsageDay(new Date(startedAt)) };
  for await (const lines of reportLines(bucket.read(unmatchedObject(last.run)), announced)) {
    for (const { read } of lines) if (typeof read !== 'string') codes.add(read.isrc);
    if (codes.size < CODES_PER_BATCH) continue;
    if (await isAnyFound(codes)) return true;
    codes = new Set();
  }
  return isAnyFound(codes);
}

const loadedBy = ({ isRematch, loaded, run, sha256, partitions, linesDigest }: UsageImport) => ({
  loaded: [...(isRematch ? loaded : []), { run, sha256, partitions, linesDigest }],
});

/** Records the end. Content that left nothing in the table can then be imported under another name. */
async function recordEnd(ended: UsageImport, { table, now, claimed }: Attempt<UsageImport>): Promise<void> {
  const finishedAt = now().toISOString();
  const isImported = ended.state === 'done' && !ended.isRematch;
  const importedAt = isImported ? finishedAt : ended.importedAt;
  // First, so that the next attempt does both if this function dies in between.
  if (isImported) await recordContent(table, ended, finishedAt);
  const contents = isImported ? (ended.contents ?? 0) + 1 : ended.contents;
  const put = endedImport({ ...ended, finishedAt, importedAt, contents, claimedUntil: null });
  const remaining = loadedContents(ended);
  const before = [claimed, ended, ...claimed.loaded].flatMap(contentsOf);
  const unused = before.filter((content) => !remaining.includes(content));
  const free = await freeingWrites(table, ended.importId, unused);
  const failed = await failedConditions(table.commit([{ put, condition: isHeld(claimed) }, ...free]));
  if (failed) throw new Overtaken();
}

/** Different imports may have the same content if none of its lines counts. */
function loadedContents(ended: UsageImport): readonly string[] {
  const { state, loaded, counts } = ended;
  if (state !== 'done') return loaded.slice(0, 1).flatMap(contentsOf);
  return counts && counts.imported > 0 ? contentsOf(ended) : [];
}
