/** Groups contributions by row. Each text is a group and an item, separated by a tab. */
import { formatAmount } from '../../kit/values/money.ts';
import type { UsagePlace } from '../keys.ts';
import { type Cell, cellOf } from '../pack-plays.ts';
import type { UsageLine } from '../rules/usage-line.ts';
import type { FoundTrack } from './find-tracks.ts';
import {
  linesRow,
  MAX_LINES_LENGTH,
  playsRows,
  revenueRow,
  type UsageRow,
  type Writer,
} from './usage-rows.ts';

interface Contribution {
  readonly group: string;
  readonly item: string;
}

const monthOf = ({ date }: UsageLine): string => date.slice(0, 7);

export const playsGroup = (
  line: UsageLine,
  { subject: { type, id }, album }: Pick<UsagePlace, 'subject' | 'album'>,
): Contribution => ({
  group: ['plays', type, id, monthOf(line), line.dsp, album ?? ''].join('|'),
  item: `${cellOf(line.date, line.country)},${line.plays}`,
});

export const linesGroup = (line: UsageLine, { owner, id }: FoundTrack): Contribution => ({
  group: ['lines', owner, line.dsp, line.date].join('|'),
  item: [line.isrc, id, line.country, line.plays, formatAmount(line.revenue), line.currency].join('\t'),
});

/** The currency comes last, because it can be any text. */
export const revenueGroup = (line: UsageLine, { owner }: FoundTrack): string =>
  ['revenue', owner, monthOf(line), line.currency].join('|');

/** Collects contributions to the rows of one part of an import. */
export class Groups {
  readonly #writer: Writer;
  readonly #plays = new Map<string, Map<Cell, number>>();
  readonly #revenues = new Map<string, bigint>();
  readonly #lines = new Map<string, { part: number; length: number; lines: string[] }>();
  readonly #full: UsageRow[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** @param line a group and an item. */
  add(line: string): void {
    const end = line.indexOf('\t');
    const group = line.slice(0, end);
    const item = line.slice(end + 1);
    if (group.startsWith('plays|')) this.#addPlays(group, item);
    else if (group.startsWith('lines|')) this.#addLine(group, item);
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
    this.#full.push(this.#linesRow(group, page));
    this.#lines.set(group, { part: page.part + 1, length: 0, lines: [] });
  }

  /** @returns the rows with everything added so far. */
  rows(): UsageRow[] {
    const lines = [...this.#lines].filter(([, page]) => page.lines.length > 0);
    return [
      ...this.#full,
      ...lines.map(([group, page]) => this.#linesRow(group, page)),
      ...[...this.#plays].flatMap(([group, plays]) => this.#playsRows(group, plays)),
      ...[...this.#revenues].map(([group, revenue]) => this.#revenueRow(group, revenue)),
    ];
  }

  #linesRow(group: string, page: { part: number; lines: readonly string[] }): UsageRow {
    const [, owner = '', dsp = '', date = ''] = group.split('|');
    return linesRow(this.#writer, { owner, dsp, date }, page);
  }

  #playsRows(group: string, plays: ReadonlyMap<Cell, number>): UsageRow[] {
    const [, type = '', id = '', month = '', dsp = '', album = ''] = group.split('|');
    return playsRows(this.#writer, { subject: { type, id }, month, dsp, album: album || null }, plays);
  }

  #revenueRow(group: string, revenue: bigint): UsageRow {
    const [, owner = '', month = '', ...currency] = group.split('|');
    return revenueRow(this.#writer, { owner, currency: currency.join('|'), month }, revenue);
  }
}
