/** Reads an organization page by page: file by file, owner by owner. */
import type { Line, MovedFile, Moving } from './moved-file.ts';

export interface MovedPage {
  readonly parts: readonly { readonly file: string; readonly lines: readonly Line[] }[];
  /** Position of the next page; null at the end. */
  readonly after: string | null;
}

interface Reading {
  readonly files: readonly MovedFile[];
  readonly organization: string;
  /** Sorted by age. */
  readonly users: readonly string[];
  readonly isTimeUp: () => boolean;
}

/** Far below the 6 MB of a function's response. A line has at most the size of a few rows. */
const PAGE_BYTES = 1_500_000;

/** @param after `after` of the preceding page. */
export async function readPage(
  moving: Moving,
  reading: Reading,
  after: string | undefined,
): Promise<MovedPage> {
  const parts: { file: string; lines: readonly Line[] }[] = [];
  let place: Place | undefined = after === undefined ? firstPlace(reading) : placeOf(reading, after);
  let bytes = 0;
  while (place && bytes < PAGE_BYTES && !reading.isTimeUp()) {
    const { file, owner } = place;
    const { lines, next }: Awaited<ReturnType<MovedFile['read']>> = await file.read(
      moving,
      owner,
      place.position,
    );
    if (lines.length > 0) parts.push({ file: file.name, lines });
    bytes += Buffer.byteLength(JSON.stringify(lines));
    place = next === undefined ? placeAfter(reading, place) : { file, owner, position: next };
  }
  return { parts, after: place ? [place.file.name, place.owner, place.position ?? ''].join(' ') : null };
}

interface Place {
  readonly file: MovedFile;
  readonly owner: string;
  readonly position: string | undefined;
}

const ownersOf = ({ organization, users }: Reading, { owner }: MovedFile): readonly string[] =>
  owner === 'organization' ? [organization] : users;

const firstPlace = (reading: Reading): Place | undefined => placeIn(reading, reading.files);

function placeIn(reading: Reading, files: readonly MovedFile[]): Place | undefined {
  for (const file of files) {
    const [owner] = ownersOf(reading, file);
    if (owner !== undefined) return { file, owner, position: undefined };
  }
  return undefined;
}

/** Users who were created in the meantime are newer than all others. */
function placeAfter(reading: Reading, { file, owner }: Place): Place | undefined {
  const next = ownersOf(reading, file).find((each) => Number(each) > Number(owner));
  if (next !== undefined) return { file, owner: next, position: undefined };
  return placeIn(reading, reading.files.slice(reading.files.indexOf(file) + 1));
}

/** @returns undefined if the text is not a position. */
function placeOf({ files }: Reading, text: string): Place | undefined {
  const [name, owner = '', ...position] = text.split(' ');
  const file = files.find((each) => each.name === name);
  return file && { file, owner, position: position.join(' ') || undefined };
}
