/** One attempt to read the files of a track that are not compared, for their digests. */
import { type DigestOptions, digestFile } from '../../audio/digest-file.ts';
import type { NotRead } from '../../audio/heard.ts';
import { identifyFile } from '../../audio/identify-file.ts';
import type { ListeningLimits } from '../../audio/limits.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { commitHeld } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { readSettings } from '../../platform/settings.ts';
import { analysisWork } from '../sound/analysis-work.ts';
import { digestWork, type FileDigests } from './digest-work.ts';
import { digestsRow, type KeptFile, type KeptFiles, keptOf, readDigests } from './kept-digests.ts';
import { type FilePart, type UncomparedFile, uncomparedFiles } from './uncompared-files.ts';

export interface Digesting extends Attempt<FileDigests> {
  readonly api: Store['api'];
  /** Limits for the file and its server. */
  readonly limits?: Partial<ListeningLimits>;
}

interface DigestsLine {
  readonly message: 'files.digested';
  /** A file could not be read, and is read again. */
  readonly level?: 'warn';
  readonly tenant: string;
  readonly trackId: string;
  /** The file that was read. */
  readonly part?: FilePart;
  /** 'pending' if another attempt follows. */
  readonly outcome: 'completed' | 'pending';
  readonly reason?: string;
}

type Digested = Outcome<FileDigests, DigestsLine>;

/** Reads one file, so that a large one has the time of the function for itself. */
export async function digestFiles(digesting: Digesting): Promise<Digested> {
  const { api, table, now, claimed, held, lease } = digesting;
  await lease.takeSlot();
  const store = storeOf(api, { table, now: now() });
  const track = await findRecord(store, tracks, claimed.trackId);
  if (!track) return 'gone';
  const files = (await uncomparedFiles(store, [track])).get(track.id) ?? [];
  const kept = currentOf(await readDigests(table, track.id), files);
  const isSettled = (file: UncomparedFile) => {
    const readAt = keptOf(kept, file)?.readAt;
    return readAt !== undefined && readAt >= claimed.startedAt;
  };
  const [file, ...others] = files.filter((each) => !isSettled(each));
  const about = { message: 'files.digested', tenant: track.ownerId, trackId: track.id } as const;
  if (!file) return { is: 'done', line: { ...about, outcome: 'completed' } };
  const result = await readFile(digesting, file, keptOf(kept, file));
  const reason = result.is === 'read' ? {} : { reason: errorOf(result) };
  const again = result.is === 'failed' ? retryAt(digesting) : null;
  if (again) {
    const line = { ...about, part: file.part, level: 'warn', outcome: 'pending', ...reason } as const;
    return { is: 'again', next: digestWork.next(claimed, again), line };
  }
  const row = digestsRow(track.id, { ...kept, [file.part]: keptFile(file, result, now()) }, now());
  await commitHeld(table, [{ put: row }], held);
  const line = { ...about, part: file.part, ...reason } as const;
  if (others.length === 0) return { is: 'done', line: { ...line, outcome: 'completed' } };
  const next = digestWork.next({ ...claimed, position: -1 }, now());
  return { is: 'again', next, line: { ...line, outcome: 'pending' } };
}

/** Without files that the track no longer has. */
const currentOf = (kept: KeptFiles, files: readonly UncomparedFile[]): KeptFiles =>
  Object.fromEntries(
    files.flatMap((file) => {
      const known = keptOf(kept, file);
      return known ? [[file.part, known]] : [];
    }),
  );

type Result = Awaited<ReturnType<typeof digestFile>>;

/** Does not read a file again whose server promises that it is the same. */
async function readFile(
  { lease, limits }: Digesting,
  { url }: UncomparedFile,
  known: KeptFile | undefined,
): Promise<Result> {
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  if (known?.sha256 && known.etag !== null) {
    const identified = await identifyFile(url, { allowedCidrs });
    if (identified.is !== 'identified') return identified;
    const { etag, size } = identified.file;
    if (etag === known.etag && size === known.size)
      return { is: 'read', file: { etag, size, sha256: known.sha256 } };
  }
  const slow = new AbortController();
  let taking: Promise<void> | undefined;
  const options: DigestOptions = {
    allowedCidrs,
    signal: AbortSignal.any([lease.lost, slow.signal]),
    onSlowServer: () => {
      taking = lease.takeSlowSlot();
      taking.catch(() => slow.abort());
    },
    ...(limits && { limits }),
  };
  const result = await digestFile(url, options);
  // Without a place among slow servers, the attempt is postponed.
  await taking;
  return result;
}

function retryAt({ claimed, now, random }: Digesting): Date | null {
  const attempts = claimed.position + 1;
  return nextAttemptAt({ gaps: readRetryGaps(analysisWork), attempts, now: now(), random: random() });
}

function keptFile({ url }: UncomparedFile, result: Result, now: Date): KeptFile {
  const readAt = now.toISOString();
  if (result.is === 'read') return { url, ...result.file, error: null, readAt };
  return { url, etag: null, size: null, sha256: null, error: errorOf(result), readAt };
}

const errorOf = (notRead: NotRead): string => (notRead.is === 'failed' ? notRead.reason : notRead.error);
