/** Everything that a stage stores, as text: rows and objects, also what is compressed in them. */
import { gunzipSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import type { Item } from '../../shared/kit/table/item.ts';
import { allRows } from './invariants.ts';
import type { LocalBucket } from './stores/local-bucket.ts';

const decompressors = [zstdDecompressSync, gunzipSync, inflateRawSync];

function readable(content: Buffer): string {
  for (const decompress of decompressors) {
    try {
      return decompress(content).toString();
    } catch {
      // It has another form.
    }
  }
  return content.toString();
}

const BASE64 = /^[\w+/-]{16,}={0,2}$/;

/** The texts in a value, with those that are packed into them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return BASE64.test(value) ? [value, readable(Buffer.from(value, 'base64'))] : [value];
  if (ArrayBuffer.isView(value)) return [readable(Buffer.from(value as Uint8Array))];
  if (value instanceof Set) return [...value].flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

const textOf = (row: Item): string => textsIn(row).join('\n').toLowerCase();

interface Place {
  /** The key of a row, or that of an object. */
  readonly at: string;
  readonly text: string;
}

/** @returns rows and objects, with their text in lower case. */
async function storedTexts(bucket: LocalBucket): Promise<Place[]> {
  const rows = (await allRows()).map((row) => ({ at: `${row['pk']} ${row['sk']}`, text: textOf(row) }));
  const files = Array.from(await bucket.files(''), ([at, content]) => ({
    at,
    text: `${at}\n${readable(content)}`.toLowerCase(),
  }));
  return [...rows, ...files];
}

/** @returns where any of the texts is stored. */
export async function textsOfStage(bucket: LocalBucket, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => text.toLowerCase());
  const stored = await storedTexts(bucket);
  return stored.flatMap(({ at, text }) => (wanted.some((each) => text.includes(each)) ? [at] : []));
}

/** @returns whether a row has any of the texts. */
export const hasText = (row: Item, texts: readonly string[]): boolean => {
  const text = textOf(row);
  return texts.some((each) => text.includes(each.toLowerCase()));
};

/** @returns where each of the texts is stored, by the text. Those that are nowhere are omitted. */
export async function placesOf(
  bucket: LocalBucket,
  texts: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const stored = await storedTexts(bucket);
  const found = texts.map((text) => {
    const places = stored.flatMap((place) => (place.text.includes(text.toLowerCase()) ? [place.at] : []));
    return [text, places] as const;
  });
  return Object.fromEntries(found.filter(([, places]) => places.length > 0));
}
