/**
 * Reads lines of an export again until all fit together. They do not fit when a record has changed between
 * the reading of one file and the reading of another.
 */
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Line, LineAddress, MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { linesIn, PRIVATE_FILE } from '../files.ts';
import { rejection } from '../rejection.ts';
import { type CheckedFolder, checkFolder, fileName } from './check-folder.ts';

/** @returns what the stage has at the places now, for the first of them at least. */
export type Ask = (places: readonly LineAddress[]) => Promise<readonly ReadLines[]>;

/** A round reads what the lines of the round before need. */
const ROUNDS = 10;

const CHANGED =
  'The organization changed too often while it was exported. Export it again to another folder when there are fewer changes.';
const DELETING =
  'A deletion has not finished, so records link to one that is gone. Export again to another folder in a few minutes. ' +
  'If it still has not finished, list-waiting shows it.';
const INCONSISTENT =
  'The stage has records that do not fit together, so that the export could not be imported:';

/**
 * @param settle waits for a deletion that has not ended.
 * @throws Rejection if they never fit, or if the stage has them as they are.
 */
export async function fitTogether(
  folder: string,
  ask: Ask,
  settle: () => Promise<void>,
): Promise<CheckedFolder> {
  let isDeleting = false;
  for (let round = 0; ; round++) {
    const checked = await checkFolder(folder);
    const places = inReadingOrder(checked.unfitting);
    if (places.length > 0 && round === ROUNDS)
      throw rejection('changed_during_export', isDeleting ? DELETING : CHANGED, ...checked.problems);
    const read = await askAll(places, ask);
    const isStable = !(await replaceLines(folder, read));
    isDeleting = checked.problems.length > 0 && read.some((each) => each.isDeleting);
    if (isDeleting) {
      await settle();
      continue;
    }
    if (isStable && checked.problems.length > 0)
      throw rejection('inconsistent', INCONSISTENT, ...checked.problems);
    if (isStable) return checked;
  }
}

/** @returns each place once, in files that can be read again: what links to a record before the record. */
function inReadingOrder(places: readonly LineAddress[]): LineAddress[] {
  const byName = new Map(places.map((place) => [[place.file, place.id, place.by].join(' '), place]));
  return movedFiles
    .filter(({ readAgain }) => readAgain)
    .toReversed()
    .flatMap(({ name }) => [...byName.values()].filter(({ file }) => file === name));
}

const PLACES_PER_REQUEST = 200;

/** @returns the lines at all places. */
export async function askAll(places: readonly LineAddress[], ask: Ask): Promise<ReadLines[]> {
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

/** Lines that were read again. */
interface ReadLines {
  readonly place: LineAddress;
  readonly lines: readonly Line[];
  /** Whether the deletion of the record there has not ended. */
  readonly isDeleting?: true | undefined;
}

interface Current {
  /** By id; undefined for a line that is no longer there. */
  readonly lines: ReadonlyMap<string, Line | undefined>;
  /** The relationships and records whose linking lines are all among them. */
  readonly linked: ReadonlySet<string>;
}

/** @returns whether any line was not as it is now. */
async function replaceLines(folder: string, read: readonly ReadLines[]): Promise<boolean> {
  let isChanged = false;
  for (const file of movedFiles) {
    const ofFile = read.filter(({ place }) => place.file === file.name);
    if (ofFile.length > 0 && (await replaceIn(folder, file, currentLines(file, ofFile)))) isChanged = true;
  }
  return isChanged;
}

function currentLines(file: MovedFile, read: readonly ReadLines[]): Current {
  const alone = read.flatMap(({ place }) => (place.by === undefined ? [[place.id, undefined] as const] : []));
  const present = read.flatMap(({ lines }) => lines.map((line) => [idOf(file, line), line] as const));
  const linked = read.flatMap(({ place: { by, id } }) => (by === undefined ? [] : [`${by} ${id}`]));
  return { lines: new Map([...alone, ...present]), linked: new Set(linked) };
}

function idOf(file: MovedFile, line: Line): string {
  const inspected = file.inspect(api, line);
  return 'faults' in inspected ? String(line['id']) : inspected.id;
}

async function replaceIn(folder: string, file: MovedFile, current: Current): Promise<boolean> {
  const path = join(folder, fileName(file));
  const before = new Map<string, Line>();
  const written = Readable.from(withCurrent(path, file, { current, before }));
  await pipeline(written, createWriteStream(`${path}.next`, PRIVATE_FILE));
  await rename(`${path}.next`, path);
  const ids = new Set([...before.keys(), ...current.lines.keys()]);
  return [...ids].some((id) => !isSame(before.get(id), current.lines.get(id)));
}

/** @param before gets the lines that are replaced. */
async function* withCurrent(
  path: string,
  file: MovedFile,
  { current, before }: { current: Current; before: Map<string, Line> },
): AsyncGenerator<string> {
  const lines = [...current.lines].sort(([left], [right]) => Number(left) - Number(right));
  let written = 0;
  // Records precede younger ones, which can link to them.
  const upTo = function* (id: string) {
    for (; written < lines.length && !(Number(lines[written]?.[0]) > Number(id)); written++) {
      const line = lines[written]?.[1];
      if (line) yield `${JSON.stringify(line)}\n`;
    }
  };
  for await (const { text } of linesIn(path)) {
    const line: Line = JSON.parse(text);
    const id = idOf(file, line);
    yield* upTo(id);
    if (current.lines.has(id) || isLinking(line, current)) before.set(id, line);
    else yield `${text}\n`;
  }
  yield* upTo('Infinity');
}

const isLinking = ({ relationships = {} }: Line, { linked }: Current): boolean =>
  linked.size > 0 && Object.entries(Object(relationships)).some(([by, id]) => linked.has(`${by} ${id}`));

/** Secrets are encrypted differently each time. */
function isSame(left: Line | undefined, right: Line | undefined): boolean {
  const bare = ({ sealed: _, ...line }: Line) => line;
  return left === undefined || right === undefined
    ? left === right
    : isDeepStrictEqual(bare(left), bare(right));
}
