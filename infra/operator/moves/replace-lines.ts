/** Puts lines that were read again instead of those that an export has. */
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Line, LinesPlace, MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { PRIVATE_FILE } from '../new-folder.ts';
import { fileName } from './check-folder.ts';
import { linesIn } from './lines.ts';

export interface ReadLines {
  readonly place: LinesPlace;
  readonly lines: readonly Line[];
}

interface Current {
  /** By id; undefined for a line that is no longer there. */
  readonly lines: ReadonlyMap<string, Line | undefined>;
  /** The relationships and records whose linking lines are all among them. */
  readonly linked: ReadonlySet<string>;
}

/** @returns whether any line was not as it is now. */
export async function replaceLines(folder: string, read: readonly ReadLines[]): Promise<boolean> {
  let isChanged = false;
  for (const file of movedFiles) {
    const ofFile = read.filter(({ place }) => place.file === file.name);
    if (ofFile.length > 0 && (await replaceIn(folder, file, currentLines(file, ofFile)))) isChanged = true;
  }
  return isChanged;
}

function currentLines(file: MovedFile, read: readonly ReadLines[]): Current {
  const alone = read.flatMap(({ place }) => (place.by === undefined ? [[place.id, undefined] as const] : []));
  const found = read.flatMap(({ lines }) => lines.map((line) => [idOf(file, line), line] as const));
  const linked = read.flatMap(({ place: { by, id } }) => (by === undefined ? [] : [`${by} ${id}`]));
  return { lines: new Map([...alone, ...found]), linked: new Set(linked) };
}

function idOf(file: MovedFile, line: Line): string {
  const found = file.inspect(api, line);
  return 'faults' in found ? String(line['id']) : found.id;
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
