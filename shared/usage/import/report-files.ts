/** The files of reports in a folder: several can be one report of DDEX (DSR), and each can be compressed. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { required } from '../../kit/values/required.ts';
import { FileRejected } from '../reading/file-rejected.ts';

export interface ReportFiles {
  /** That of the first file, which identifies the import. */
  readonly name: string;
  /** In their order. */
  readonly files: readonly string[];
  /** The numbers of files that are not there yet. */
  readonly missing: readonly number[];
}

/** The part of a name that says which file of how many it is, with what is before and after it. */
const NUMBERED = /^(DSR_.*?)_(\d{1,4})of(\d{1,4})((?:_.*)?)$/i;

/** Whether a file can be one of several of a report. */
export const isPart = (name: string): boolean => NUMBERED.test(name);

/** @param names of the files of one folder. @returns the reports that they are, in the order of their names. */
export function reportsAmong(names: readonly string[]): ReportFiles[] {
  const groups = Map.groupBy(names.toSorted(), (name) => {
    const [, before, , count, after = ''] = NUMBERED.exec(name) ?? [];
    return before === undefined ? name : `${before} ${count} ${after.replace(/\.gz$/i, '')}`.toLowerCase();
  });
  return [...groups.values()].map(reportOf).toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function reportOf(names: readonly string[]): ReportFiles {
  const numbered = names.map((name) => {
    const [, , number = '1', count = '1'] = NUMBERED.exec(name) ?? [];
    return { name, number: Number(number), count: Number(count) };
  });
  const files = numbered.toSorted((left, right) => left.number - right.number);
  const count = files[0]?.count ?? 1;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((each) =>
    files.every(({ number }) => number !== each),
  );
  const [first] = files;
  return { name: required(first, 'A group has a file.').name, files: files.map(({ name }) => name), missing };
}

/** @param files what opens each file of a report, in their order. @returns their contents, decompressed. @throws FileRejected */
export async function* joinedContent(
  files: readonly (() => AsyncIterable<Uint8Array>)[],
): AsyncGenerator<Uint8Array> {
  let last = LINE_END;
  for (const open of files) {
    // The last line of a file can have no end.
    if (last !== LINE_END) yield Uint8Array.of(LINE_END);
    for await (const piece of decompressed(open())) {
      last = piece.at(-1) ?? last;
      yield piece;
    }
  }
}

const LINE_END = '\n'.charCodeAt(0);
/** More is not a report. Small files can decompress to any size. */
const MAX_BYTES = 2e10;

async function* decompressed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const { done, value } = await pieces.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* all() {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* all();
  const source = Readable.from(all());
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const piece of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new FileRejected('The file decompresses to more than 20 GB.');
      yield piece;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new FileRejected('The file is compressed (gzip), and its end or a part of it is damaged.');
  } finally {
    source.destroy();
  }
}
