/** Reads a store's report line by line, and separates valid from rejected lines. */
import { createHash } from 'node:crypto';
import { countryData } from '../../reference/data/countries.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { isDsrHead } from '../dsr/dsr-cells.ts';
import { dsrReader } from '../dsr/dsr-reader.ts';
import { layoutReader } from '../layouts/layout-reader.ts';
import type { ReportLayout } from '../layouts/report-layout.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import { ownReader } from '../reading/own-reader.ts';
import {
  isBlank,
  type ReaderOf,
  type ReportLine,
  type ReportNotes,
  type ReportReader,
} from '../reading/report-reader.ts';
import { type TextLine, textLines } from '../reading/text-lines.ts';
import type { KnownValues } from '../rules/usage-line.ts';
import { DECIDING_BYTES, encodingOf } from './report-encoding.ts';

interface Announced extends ReportNotes {
  /** Of the announced file, which the content must have. Null for content written by the service. */
  readonly sha256: string | null;
  /** The last day that lines may have. */
  readonly lastDay: string;
  /** Of reports without our own columns. */
  readonly layout?: ReportLayout | null;
}

/**
 * @returns the lines after the header that have a value.
 * @throws FileRejected for a file that is empty, lacks columns, differs from the announced one, or has ambiguous
 * amounts.
 */
export async function* reportLines(
  content: AsyncIterable<Uint8Array>,
  { sha256, lastDay, layout = null, ...notes }: Announced,
): AsyncGenerator<ReportLine[]> {
  const known: KnownValues = {
    dsps: new Set(dspData.rows().map(({ id }) => id)),
    countries: new Set(countryData.rows().map((country) => country['alpha2-code'])),
    lastDay,
  };
  const hash = createHash('sha256');
  const of = { known, ...notes };
  let reader: ReportReader | undefined;
  for await (const lines of decodedLines(hashed(content, hash), layout?.encoding)) {
    reader ??= readerFor(lines, layout, of);
    yield reader ? lines.flatMap(reader.read) : [];
  }
  if (!reader) throw new FileRejected('The file is empty.');
  reader.end();
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new FileRejected('The file has changed since it was announced.');
}

/** @returns what reads a report whose first lines these are; undefined if they are all blank. */
function readerFor(
  lines: readonly TextLine[],
  layout: ReportLayout | null,
  of: ReaderOf,
): ReportReader | undefined {
  const filled = lines.filter(({ text }) => !isBlank(text));
  const first = filled.find(({ text }) => !text.startsWith('#'));
  if ([filled[0], first].some((line) => line && isDsrHead(line.text))) {
    of.onDsr?.();
    return dsrReader(layout, of);
  }
  if (!first) return undefined;
  return layout ? layoutReader(layout, of) : ownReader(of);
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

/** @param given an encoding that cannot be recognized. @throws FileRejected for a file that is not text. */
async function* decodedLines(
  content: AsyncGenerator<Uint8Array>,
  given: string | undefined,
): AsyncGenerator<TextLine[]> {
  let start: Uint8Array = Buffer.alloc(0);
  while (start.length < DECIDING_BYTES) {
    const next = await content.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const recognized = encodingOf(start);
  if ('fault' in recognized) throw new FileRejected(recognized.fault);
  const { encoding } = recognized;
  yield* textLines(joined(start, content), encoding === 'utf-8' ? (given ?? encoding) : encoding);
}

async function* joined(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}
