/** Reads all messages and spreadsheets below a folder. */
import { type Dirent, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  type AboutMessage,
  failedFile,
  type Note,
  type ReadFile,
  type ReadRelease,
  type TextAt,
} from '../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { upcOf } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { readMessage } from '../../../shared/ern/read/read-message.ts';
import { encodingOf } from '../../../shared/usage/import/report-encoding.ts';
import { unreadable } from '../files.ts';
import { readCsv } from './csv/read-csv.ts';
import { decodedUri } from './masters.ts';

export interface ReadFolder {
  readonly files: number;
  readonly releases: readonly ReadRelease[];
  readonly problems: readonly string[];
  readonly notes: readonly Note[];
}

/** Files are read into memory. */
const MAX_BYTES = 100_000_000;

type FolderOptions = Omit<AboutMessage, 'file' | 'textAt'>;

const readers: Readonly<Record<string, (text: string, about: AboutMessage) => ReadFile>> = {
  '.xml': readMessage,
  '.csv': readCsv,
  '.tsv': readCsv,
};
const extensionOf = (name: string): string => /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? '';

/** @throws Rejection when the folder cannot be read. */
export async function readFolder(folder: string, reading: FolderOptions): Promise<ReadFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw unreadable(folder, error);
  });
  const pathOf = (entry: Dirent) => relative(folder, join(entry.parentPath, entry.name));
  const skipped = entries.flatMap((entry) => {
    const note = noteOf(entry);
    return note === undefined ? [] : [{ entry, note: { note, place: pathOf(entry) } }];
  });
  const isSkipped = new Set(skipped.map(({ entry }) => entry));
  const paths = entries
    .filter((entry) => entry.isFile() && isRead(entry) && !isSkipped.has(entry))
    .map(pathOf)
    .toSorted();
  const read: ReadFile[] = [];
  for (const path of paths) read.push(await readOne(folder, path, reading));
  const none = paths.length === 0 ? [`${folder} has no files with the ending .xml, .csv or .tsv.`] : [];
  const releases = read.flatMap((each) => each.releases);
  return {
    files: paths.length,
    releases,
    problems: [...none, ...read.flatMap((each) => each.problems), ...repeatedUpcs(releases)],
    notes: [...skipped.map(({ note }) => note), ...read.flatMap((each) => each.notes)],
  };
}

const isRead = ({ name }: Dirent): boolean => Object.hasOwn(readers, extensionOf(name));

/** @returns why what is in the folder is not read, or undefined. Masters may be beside the files. */
function noteOf(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'Symbolic links are not followed.';
  // Archives that were made on macOS have one beside each file.
  if (entry.name.startsWith('._')) return 'macOS metadata files are not read.';
  if (isRead(entry) && !entry.isFile() && !entry.isDirectory())
    return 'What is neither a file nor a folder is not read.';
  return entry.isFile() && WORKBOOK.test(entry.name)
    ? 'Workbooks are not read. Save them as CSV.'
    : undefined;
}

const WORKBOOK = /\.(?:xlsx?|xlsm|ods|numbers)$/i;

/** How the files of XLSX, ODS and Numbers begin, and those of XLS. */
const [ZIPPED, OLE] = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0', 'hex')];

const OTHER_ENCODING = 'The file is not in its declared encoding, such as UTF-8.';
const NOT_UTF_8 = 'The text of the file is neither UTF-8 nor UTF-16. Save the spreadsheet as "CSV UTF-8".';

async function readOne(folder: string, file: string, reading: FolderOptions): Promise<ReadFile> {
  const failed = (sentence: string) => failedFile(`${file}: ${sentence}`);
  const path = join(folder, file);
  try {
    if ((await stat(path)).size > MAX_BYTES) return failed('The file is larger than 100 MB. Split it.');
    const bytes = await readFile(path);
    if (bytes.subarray(0, ZIPPED.length).equals(ZIPPED) || bytes.subarray(0, OLE.length).equals(OLE))
      return failed(
        'The file is a workbook or an archive, although its name says otherwise. Save it as CSV, or extract it first.',
      );
    const text = decoded(bytes);
    if (text === undefined) return failed(extensionOf(file) !== '.xml' ? NOT_UTF_8 : OTHER_ENCODING);
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
      return text === undefined ? { fault: 'It is neither UTF-8 nor UTF-16.' } : { text };
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
  if (!marked && declared?.match(/^(?:utf-?16|ucs-?2|iso-10646-ucs)/i)) return undefined;
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
