/** Puts lines that were read again instead of those that an export has. */
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Line, MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { PRIVATE_FILE } from '../new-folder.ts';
import { fileName } from './check-folder.ts';
import type { ReadLines } from './fit-together.ts';
import { linesIn } from './lines.ts';

/** Undefined for a line that is no longer there. */
type Current = ReadonlyMap<string, Line | undefined>;

/** @returns whether any line was not as it is now. */
export async function replaceLines(folder: string, read: readonly ReadLines[]): Promise<boolean> {
  let isChanged = false;
  for (const file of movedFiles) {
    const current = currentLines(file, read);
    if (current.size > 0 && (await replaceIn(join(folder, fileName(file)), file, current))) isChanged = true;
  }
  return isChanged;
}

function currentLines(file: MovedFile, read: readonly ReadLines[]): Current {
  const current = new Map<string, Line | undefined>();
  for (const { place, lines } of read) {
    if (place.file !== file.name) continue;
    if (place.by === undefined) current.set(place.id, undefined);
    for (const line of lines) current.set(idOf(file, line), line);
  }
  return current;
}

function idOf(file: MovedFile, line: Line): string {
  const found = file.inspect(api, line);
  return 'faults' in found ? String(line['id']) : found.id;
}

async function replaceIn(path: string, file: MovedFile, current: Current): Promise<boolean> {
  const before = new Map<string, Line>();
  const next = `${path}.next`;
  await pipeline(
    Readable.from(withCurrent(path, file, { current, before })),
    createWriteStream(next, PRIVATE_FILE),
  );
  await rename(next, path);
  return [...current].some(([id, line]) => !isSame(before.get(id), line));
}

/** @param before gets the lines that are replaced. */
async function* withCurrent(
  path: string,
  file: MovedFile,
  { current, before }: { current: Current; before: Map<string, Line> },
): AsyncGenerator<string> {
  const lines = [...current].sort(([left], [right]) => Number(left) - Number(right));
  let written = 0;
  // Records precede younger ones, which can link to them.
  const upTo = function* (id: string) {
    for (; written < lines.length && !(Number(lines[written]?.[0]) > Number(id)); written++) {
      const line = lines[written]?.[1];
      if (line) yield `${JSON.stringify(line)}\n`;
    }
  };
  for await (const { text } of linesIn(path)) {
    const line = JSON.parse(text);
    const id = idOf(file, line);
    yield* upTo(id);
    if (current.has(id)) before.set(id, line);
    else yield `${text}\n`;
  }
  yield* upTo('Infinity');
}

/** Secrets are encrypted differently each time. */
function isSame(left: Line | undefined, right: Line | undefined): boolean {
  const bare = ({ sealed: _, ...line }: Line) => line;
  return left === undefined || right === undefined
    ? left === right
    : isDeepStrictEqual(bare(left), bare(right));
}
