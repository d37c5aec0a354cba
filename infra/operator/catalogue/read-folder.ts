/** Reads all messages and spreadsheets below a folder. */
import { type Dirent, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { upcOf } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { encodingOf } from '../../../shared/usage/import/report-encoding.ts';
import { unreadable } from '../files.ts';
import { readCsv } from './csv/read-csv.ts';
import { readMessage } from './ern/read-message.ts';
import { decodedUri } from './masters.ts';
import {
  type AboutMessage,
  failedFile,
  type Note,
  type ReadFile,
  type ReadRelease,
  type TextAt,
} from './read-release.ts';

export interface ReadFolder {
  readonly files: number;
  readonly releases: readonly ReadRelease[];
  readonly problems: readonly string[];
  readonly notes: readonly Note[];
}

/** Files are read into memory. */
const MAX_BYTES = 100_000_000;

type Reading = Omit<AboutMessage, 'file' | 'textAt'>;

const readers: Readonly<Record<string, (text: string, about: AboutMessage) => ReadFile>> = {
  '.xml': readMessage,
  '.csv': readCsv,
};
const extensionOf = (name: string): string => /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? '';

/** @throws Rejection when the folder cannot be read. */
export async function readFolder(folder: string, reading: Reading): Promise<ReadFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw unreadable(folder, error);
  });
  const isRead = ({ name }: Dirent) => Object.hasOwn(readers, extensionOf(name));
  const pathOf = (entry: Dirent) => relative(folder, join(entry.parentPath, entry.name));
  const paths = entries
    .filter((entry) => entry.isFile() && isRead(entry))
    .map(pathOf)
    .toSorted();
  const skipped = entries.filter(
    (entry) => entry.isSymbolicLink() || (isRead(entry) && !entry.isFile() && !entry.isDirectory()),
  );
  const read: ReadFile[] = [];
  for (const path of paths) read.push(await readOne(folder, path, reading));
  const none = paths.length === 0 ? [`${folder} has no files with the ending .xml or .csv.`] : [];
  const releases = read.flatMap((each) => each.releases);
  return {
    files: paths.length,
    releases,
    problems: [...none, ...read.flatMap((each) => each.problems), ...repeatedUpcs(releases)],
    notes: [...skipped.map((entry) => noteOf(entry, pathOf(entry))), ...read.flatMap((each) => each.notes)],
  };
}

const noteOf = (entry: Dirent, place: string): Note => ({
  note: entry.isSymbolicLink()
    ? 'Symbolic links are not followed.'
    : 'What is neither a file nor a folder is not read.',
  place,
});

async function readOne(folder: string, file: string, reading: Reading): Promise<ReadFile> {
  const failed = (sentence: string) => failedFile(`${file}: ${sentence}`);
  const path = join(folder, file);
  try {
    if ((await stat(path)).size > MAX_BYTES) return failed('The file is larger than 100 MB. Split it.');
    const text = decoded(await readFile(path));
    if (text === undefined) return failed('The text of the file does not have its encoding, such as UTF-8.');
    const read = readers[extensionOf(file)]?.(text, { ...reading, file, textAt: textsBeside(folder, file) });
    return read ? detached(read) : failed('The file cannot be read.');
  } catch (error) {
    return failed(`The file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Much more than lyrics have. */
const MAX_TEXT_BYTES = 1_000_000;

/** Texts are below the folder, and no links. Their paths are relative to the message that names them. */
function textsBeside(folder: string, file: string): TextAt {
  return (address) => {
    const written = resolve(folder, dirname(file), address);
    // Senders encode addresses, or write names of files as they are.
    const path = existsSync(written) ? written : resolve(folder, dirname(file), decodedUri(address));
    const below = relative(folder, path);
    const isOutside = below.split(sep)[0] === '..';
    try {
      if (isOutside || realpathSync(path) !== join(realpathSync(folder), below))
        return { fault: 'It is not below the folder.' };
      const about = statSync(path);
      if (!about.isFile()) return { fault: 'It is not a file.' };
      if (about.size > MAX_TEXT_BYTES) return { fault: 'It is larger than 1 MB.' };
      const text = decoded(readFileSync(path));
      return text === undefined ? { fault: 'It is not text.' } : { text };
    } catch {
      return { fault: 'There is no such file.' };
    }
  };
}

/** Copies the texts, because parts of a string keep all of it in memory. */
const detached = (read: ReadFile): ReadFile => ({
  ...read,
  releases: read.releases.map((each) => ({ ...each, release: structuredClone(each.release) })),
});

/** @returns the text without a byte order mark, or undefined if it is not of its encoding. */
function decoded(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 200).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1];
  const recognized = encodingOf(bytes);
  const isWide = 'encoding' in recognized && recognized.encoding !== 'utf-8';
  const marked = isWide ? recognized.encoding : undefined;
  // A declaration that can be read as ASCII is not in UTF-16.
  if (!marked && /^(?:utf-?16|ucs-?2|iso-10646-ucs)/i.test(declared ?? '')) return undefined;
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function repeatedUpcs(releases: readonly ReadRelease[]): string[] {
  const first = new Map<string, ReadRelease>();
  return releases.flatMap((read) => {
    const gtin = gtinOf(upcOf(read.release));
    const other = gtin === undefined ? undefined : first.get(gtin);
    if (gtin !== undefined && !other) first.set(gtin, read);
    const place = (each: ReadRelease) => each.placeOf({ field: 'upc-code' });
    return other ? [`${place(read)}: The release at ${place(other)} has the same UPC.`] : [];
  });
}
