/** Third step: sums the contributions to one part of an import, and writes the rows after the list of their keys. */
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Cell } from '../pack-plays.ts';
import { decodeGroup, kindOf } from './groups.ts';
import type { Importing } from './importing.ts';
import type { Spill } from './spill.ts';
import { rowsObject } from './usage-objects.ts';
import {
  linesRow,
  MAX_LINES_LENGTH,
  playsRows,
  revenueRow,
  type UsageRow,
  type Writer,
} from './usage-rows.ts';

/** Rows written concurrently, in batches of up to 25. */
const CONCURRENT_ROWS = 200;

/** @returns the number of rows. */
export async function writeRows(
  { writer, run, partition }: { writer: Writer; run: string; partition: number },
  groups: Spill,
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<number> {
  const sums = new Sums(writer);
  for await (const lines of groups.lines(partition)) for (const line of lines) sums.add(line);
  const rows = sums.rows();
  // Write the list first. Rows that are not in a list are never cleaned up.
  await bucket.create(rowsObject(run, partition), [rows.map(({ pk, sk }) => `${pk}\t${sk}\n`).join('')]);
  for (const some of batchesOf(rows, CONCURRENT_ROWS)) {
    await keep();
    const quarters = batchesOf(some, Math.ceil(some.length / 4));
    await Promise.all(quarters.map((each) => table.putMany(each)));
  }
  return rows.length;
}

/** The contributions to the rows of one part, by group. */
class Sums {
  readonly #writer: Writer;
  readonly #plays = new Map<string, Map<Cell, number>>();
  readonly #revenues = new Map<string, bigint>();
  readonly #lines = new Map<string, { part: number; length: number; lines: string[] }>();
  readonly #full: UsageRow[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** @param line a group and an item, separated by a tab. */
  add(line: string): void {
    const end = line.indexOf('\t');
    const group = line.slice(0, end);
    const item = line.slice(end + 1);
    const kind = kindOf(group);
    if (kind === 'plays') this.#addPlays(group, item);
    else if (kind === 'lines') this.#addLine(group, item);
    else this.#revenues.set(group, (this.#revenues.get(group) ?? 0n) + BigInt(item));
  }

  #addPlays(group: string, item: string): void {
    const plays = this.#plays.get(group) ?? new Map<Cell, number>();
    this.#plays.set(group, plays);
    const [cell = 0, count = 0] = item.split(',').map(Number);
    plays.set(cell, (plays.get(cell) ?? 0) + count);
  }

  #addLine(group: string, item: string): void {
    const page = this.#lines.get(group) ?? { part: 0, length: 0, lines: [] };
    this.#lines.set(group, page);
    page.lines.push(item);
    page.length += item.length + 1;
    if (page.length < MAX_LINES_LENGTH) return;
    this.#full.push(linesRow(this.#writer, decodeGroup('lines', group), page));
    this.#lines.set(group, { part: page.part + 1, length: 0, lines: [] });
  }

  /** @returns the rows with everything added so far. */
  rows(): UsageRow[] {
    const lines = [...this.#lines].filter(([, page]) => page.lines.length > 0);
    return [
      ...this.#full,
      ...lines.map(([group, page]) => linesRow(this.#writer, decodeGroup('lines', group), page)),
      ...[...this.#plays].flatMap(([group, plays]) => {
        const { type, id, month, dsp, album } = decodeGroup('plays', group);
        return playsRows(this.#writer, { subject: { type, id }, month, dsp, album: album || null }, plays);
      }),
      ...[...this.#revenues].map(([group, revenue]) =>
        revenueRow(this.#writer, decodeGroup('revenue', group), revenue),
      ),
    ];
  }
}
