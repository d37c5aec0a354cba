/**
 * Reads lines of an export again until all fit together. Lines do not fit when a record has changed between the reading of one
 * file and another.
 */
import type { LinesPlace } from '../../../shared/kit/moves/moved-file.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { rejection } from '../rejection.ts';
import { checkFolder } from './check-folder.ts';
import type { CheckedFolder } from './folder-check.ts';
import { type ReadLines, replaceLines } from './replace-lines.ts';

/** @returns what the stage has at the places now, for the first of them at least. */
export type Ask = (places: readonly LinesPlace[]) => Promise<readonly ReadLines[]>;

/** A round reads what the lines of the round before need. */
const ROUNDS = 10;

const CHANGED =
  'The organization changed too often while it was exported. Export it again when less is written, to another folder.';
const INCONSISTENT =
  'The stage has records that do not fit together, so that the export could not be imported:';

/** @throws Rejection if they never fit, or if the stage has them as they are. */
export async function fitTogether(folder: string, ask: Ask): Promise<CheckedFolder> {
  for (let round = 0; ; round++) {
    const checked = await checkFolder(folder);
    const places = inReadingOrder(checked.unfitting);
    if (places.length > 0 && round === ROUNDS)
      throw rejection('changed_during_export', CHANGED, ...checked.problems);
    const isStable = places.length === 0 || !(await replaceLines(folder, await askAll(places, ask)));
    if (isStable && checked.problems.length > 0)
      throw rejection('inconsistent', INCONSISTENT, ...checked.problems);
    if (isStable) return checked;
  }
}

/** @returns each place once, in files that can be read again: what links to a record before the record. */
function inReadingOrder(places: readonly LinesPlace[]): LinesPlace[] {
  const byName = new Map(places.map((place) => [[place.file, place.id, place.by].join(' '), place]));
  return movedFiles
    .filter(({ readAgain }) => readAgain)
    .toReversed()
    .flatMap(({ name }) => [...byName.values()].filter(({ file }) => file === name));
}

const PLACES_PER_REQUEST = 200;

async function askAll(places: readonly LinesPlace[], ask: Ask): Promise<ReadLines[]> {
  const read: ReadLines[] = [];
  for (const batch of batchesOf(places, PLACES_PER_REQUEST)) {
    for (let left = batch; left.length > 0; ) {
      const some = await ask(left);
      read.push(...some);
      left = left.slice(some.length);
    }
  }
  return read;
}
