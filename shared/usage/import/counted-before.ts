/**
 * What the earlier file of an import has counted by ISRCs that are unmatched in the file that replaces it. An ISRC
 * that now belongs to several owners stays with the one for whom the import has counted it.
 */

import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { isLinesKey, movedUsageKey, ownerOfLines } from '../keys.ts';
import { movedRowOf } from '../rows/moved-rows.ts';
import { linesOf } from '../rows/usage-rows.ts';
import { sortedIsrcs } from '../rules/line-isrcs.ts';
import { describeTracks, type Finding, type FoundTrack } from './find-tracks.ts';
import type { Importing } from './importing.ts';
import { type Located, locateOfOwner } from './locate-codes.ts';
import { listedKeys } from './row-lists.ts';
import type { Spill } from './spill.ts';
import type { Lost, UsageImport } from './usage-import.ts';
import type { WorkFiles } from './work-files.ts';

const ROWS_PER_READ = 200;
const CONCURRENT_QUERIES = 20;

interface Reading extends Pick<Lease, 'keep'> {
  readonly started: UsageImport;
  readonly lines: Spill;
  readonly files: WorkFiles;
  readonly importing: Importing;
}

/** The track that had a line, with the code by which it was found. */
interface CountedTrack {
  readonly id: string;
  readonly code: string;
}

interface Counted {
  /** By the id of the owner. */
  readonly tracks: Map<string, CountedTrack>;
  lost: Lost | null;
}

/** The counted lines of the earlier file, read when they are first needed, and distributed like those of the new one. */
export class CountedBefore {
  readonly #reading: Reading;
  #spill: Spill | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** @returns what was counted by some codes of a file of lines. */
  async of(shard: number, codes: ReadonlySet<string>): Promise<ReadonlyMap<string, Counted>> {
    const counted = new Map<string, Counted>();
    // A rematch replaces nothing.
    if (codes.size === 0 || this.#reading.started.isRematch) return counted;
    this.#spill ??= await this.#read();
    for await (const lines of this.#spill.lines(shard))
      for (const line of lines) {
        const [isrcs, owner, id, code, currency, revenue] = tupleOf(6, line.split('\t'));
        if (!codes.has(isrcs)) continue;
        const { tracks, lost } = counted.get(isrcs) ?? { tracks: new Map(), lost: null };
        const more = { lines: 1, revenue: { [currency]: revenue } };
        counted.set(isrcs, { tracks: tracks.set(owner, { id, code }), lost: withLost(lost, more) });
      }
    this.#spill.remove(shard);
    return counted;
  }

  async #read(): Promise<Spill> {
    const { files, lines, importing, keep } = this.#reading;
    const spill = files.spill(lines.count);
    for await (const keys of this.#keys()) {
      await keep();
      for (const row of await importing.table.getMany(keys, true)) {
        const owner = ownerOfLines(String(row['pk']));
        for (const { isrc, isrcs, track, currency, revenue } of linesOf(row)) {
          const key = sortedIsrcs(isrcs);
          spill.add(key, [key, owner, track, isrc, currency, revenue].join('\t'));
        }
      }
    }
    return spill;
  }

  /** The keys of its rows of lines, also of those that were moved from another stage. */
  async *#keys(): AsyncGenerator<Key[]> {
    const { started, importing } = this.#reading;
    for (const { run, partitions } of started.loaded)
      for (let partition = 0; partition < partitions; partition++)
        for await (const keys of listedKeys(importing.bucket, { run, partition }))
          yield* batchesOf(keys.filter(isLinesKey), ROWS_PER_READ);
    const { pk } = movedUsageKey(started.importId);
    const moved = await importing.table.query({ partition: pk });
    const keys = moved.flatMap((entry) => movedRowOf(entry)?.key ?? []);
    yield* batchesOf(keys.filter(isLinesKey), ROWS_PER_READ);
  }
}

/** @returns the sums of both. */
export function withLost(left: Lost | null, right: Lost | null): Lost | null {
  if (!left || !right) return left ?? right;
  const revenue = { ...left.revenue };
  for (const [currency, amount] of Object.entries(right.revenue))
    revenue[currency] = formatAmount(storedAmount(revenue[currency] ?? '0') + storedAmount(amount));
  return { lines: left.lines + right.lines, revenue };
}

/** @returns the findings of a file of lines, with the tracks that keep their lines, and what others have lost. */
export async function keepCounted(
  table: Table,
  found: ReadonlyMap<string, Finding>,
  { shard, before }: { readonly shard: number; readonly before: CountedBefore },
): Promise<Map<string, Finding | Lost>> {
  const unmatched = [...found].flatMap(([code, finding]) => (typeof finding === 'string' ? [code] : []));
  const counted = await before.of(shard, new Set(unmatched));
  const ambiguous = [...counted].filter(([code]) => found.get(code) === 'ambiguous');
  const kept = await keptTracks(table, ambiguous);
  return new Map(
    Array.from(found, ([code, finding]): [string, Finding | Lost] => [
      code,
      kept.get(code) ?? counted.get(code)?.lost ?? finding,
    ]),
  );
}

/** @returns the tracks of the codes that one owner had, who is still among those who hold it. */
async function keptTracks(
  table: Table,
  counted: readonly (readonly [code: string, Counted])[],
): Promise<Map<string, FoundTrack>> {
  const kept: (readonly [string, Located])[] = [];
  for (const some of batchesOf(counted, CONCURRENT_QUERIES)) {
    const located = await Promise.all(some.map(([code, { tracks }]) => locateCounted(table, code, tracks)));
    kept.push(...located.flat());
  }
  const described = await describeTracks(table, kept);
  return new Map([...described].flatMap(([code, each]) => (typeof each === 'string' ? [] : [[code, each]])));
}

/** Prefers the track that had the lines. */
async function locateCounted(
  table: Table,
  code: string,
  tracks: ReadonlyMap<string, CountedTrack>,
): Promise<(readonly [string, Located])[]> {
  const [only, ...others] = tracks;
  if (!only || others.length > 0) return [];
  const [owner, track] = only;
  const located = await locateOfOwner(table, code, owner);
  if (located === 'unknown') return [];
  const formers = located.formers.toSorted(
    (left, right) => Number(right.track === track.id) - Number(left.track === track.id),
  );
  return [[code, { owner, candidates: [track, ...located.candidates], formers }]];
}
