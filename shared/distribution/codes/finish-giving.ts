/**
 * Gives tracks the codes that an approval has taken for them, in parts that can be repeated. The approval does this
 * after its transaction, and `review-requests` if the approval was interrupted. Deliveries wait for it.
 */
import { albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { isrcOfSeries, isrcOfTrack } from '../../catalogue/rules/isrc.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { decided, retried } from '../../kit/records/decided.ts';
import { changed, findRecord, findRecords, type Store, save } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Write } from '../../kit/table/write.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { indexingWork } from '../../matching/released/indexing-work.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { LeftCodes } from '../work/giving-work.ts';
import { currentSeries } from './series.ts';
import { holdingWrite, readSeries } from './series-rows.ts';

/** Each track is one row, and beside them is the journal of the owner's tracks. */
const TRACKS_PER_PART = 95;

/**
 * @param known tracks as they were read before, which are read again if they have changed since.
 * @param ending deletes the work, on the condition that it is not finished yet.
 * @throws Overtaken if it is.
 */
export async function finishGiving(
  store: Store,
  { known = [], ...left }: LeftCodes & { readonly known?: readonly Track[] },
  ending: Write,
): Promise<void> {
  const unused: number[] = [];
  for (const part of batchesOf(left.numbers, TRACKS_PER_PART)) {
    const numbers = new Map(part);
    const read = known.filter(({ id }) => numbers.has(id));
    unused.push(...(await givePart(store, left, { numbers, known: read })));
  }
  await retried(async () => {
    const [freed, indexing] = await Promise.all([
      freedNumbers(store, left, unused),
      indexingOf(store, left.albumId),
    ]);
    const failed = await failedConditions(store.table.commit([...freed, ...indexing, ending]));
    if (failed?.has(ending)) throw new Overtaken();
    return failed ? 'again' : undefined;
  });
}

/** An album that was taken down or deleted in the meantime stays out of the index. */
async function indexingOf(store: Store, albumId: string): Promise<Write[]> {
  const album = await findRecord(store, albums, albumId);
  if (!album || album.fields['last-status'] === 'taken_down') return [];
  const { ownerId } = album;
  return [unchangedCheck(album), indexingWork.start({ albumId, ownerId, isReleased: true }, store.now)];
}

/** Rereads tracks that change concurrently. @returns numbers of tracks that have another code by now, or are deleted. */
function givePart(
  unread: Store,
  { prefix }: LeftCodes,
  { numbers, known }: { readonly numbers: ReadonlyMap<string, number>; readonly known: readonly Track[] },
): Promise<readonly number[]> {
  let before = known.length === numbers.size ? known : undefined;
  const codeOf = (id: string) => isrcOfSeries(prefix, numbers.get(id) ?? 0);
  return decided(unread, async (store) => {
    const current = before ?? (await findRecords(store, tracks, numbers.keys()));
    before = undefined;
    const lacking = current.filter(({ fields }) => isrcOfTrack(fields) === null);
    const changes = lacking.map((before) => ({
      resource: tracks,
      before,
      after: changed(store, tracks, {
        before,
        fields: { 'isrc-code': codeOf(before.id), 'isrc-given': true },
      }),
    }));
    if (changes.length > 0 && (await save(store, changes)).is !== 'saved') return 'again';
    const given = new Set(
      current
        .filter((track) => lacking.includes(track) || hasCode(track, codeOf(track.id)))
        .map(({ id }) => id),
    );
    return [...numbers].flatMap(([id, number]) => (given.has(id) ? [] : [number]));
  });
}

const hasCode = ({ fields }: Track, code: string): boolean => isrcOfTrack(fields) === code;

/** Numbers of another year cannot be given any more. */
async function freedNumbers(
  { table, now }: Store,
  { albumId, prefix }: LeftCodes,
  unused: readonly number[],
): Promise<Write[]> {
  const { isrc: series } = currentSeries(now);
  if (unused.length === 0 || series?.prefix !== prefix) return [];
  const before = (await readSeries(table, series)).held.find((each) => each.albumId === albumId);
  const numbers = [...(before?.numbers ?? []), ...unused];
  return [holdingWrite(series, { albumId, before, numbers, until: now.toISOString() })];
}
