/** Estimates the read units of a response, so that requests that are too large are rejected early. */
import { Meter } from '../../table/meter.ts';
import type { Problems } from '../../values/problems.ts';
import type { Context } from '../context.ts';

/** Maximum units per request, without those of a search: about 12 MB of eventually consistent reads. */
const MAX_READ_UNITS = 1500;
/** Units after which the rest is estimated, so that a rejection costs at most 300. */
const MAX_LOOK_UNITS = 240;
/** Minimum units left after the page was found, because finding it in a long index may have cost more. */
const MIN_LOOK_UNITS = 100;

/** Lambda's response limit. Texts that exceed it are not read. */
export const MAX_BYTES = 6 * 1024 * 1024;
export const BYTES_PER_UNIT = 8192;

/** 'shared': many records link to the same few, so their number does not grow in proportion. */
export type Kind = 'own' | 'shared';
export type Units = Readonly<Record<Kind, number>>;

/** State at the start of a loop over parts. */
export interface Start {
  readonly own: number;
  lastSpent: number;
}

export class Outlook {
  readonly #meter: Pick<Meter, 'readUnits' | 'searchUnits'>;
  readonly #tooLarge: () => Problems;
  readonly #isLimited: boolean;
  readonly #lookUnits: number;
  readonly #expected: Record<Kind, number> = { own: 0, shared: 0 };
  #sharedRead = 0;
  #textBytes = 0;

  /** @param tooLarge the error to throw. @param isLimited whether to limit units in addition to bytes. */
  constructor(
    meter: Pick<Meter, 'readUnits' | 'searchUnits'>,
    { tooLarge, isLimited = true }: { tooLarge: () => Problems; isLimited?: boolean },
  ) {
    this.#meter = meter;
    this.#tooLarge = tooLarge;
    this.#isLimited = isLimited;
    this.#lookUnits = Math.max(MAX_LOOK_UNITS, this.#spent() + MIN_LOOK_UNITS);
  }

  /** Adds units that will be read later. @throws response_too_large if the total exceeds the limit. */
  expect(units: number, kind: Kind): void {
    this.#expected[kind] += units;
    this.foresee(0);
  }

  /** Adds the texts of one record, in at most two rows. @throws response_too_large */
  expectTexts(units: number, kind: Kind): void {
    this.#textBytes += Math.max(0, units - 1) * BYTES_PER_UNIT;
    if (this.#textBytes > MAX_BYTES) throw this.#tooLarge();
    this.expect(units, kind);
  }

  /** @param bytes of the response, as estimated. @throws response_too_large */
  foreseeBytes(bytes: number): void {
    if (bytes > MAX_BYTES) throw this.#tooLarge();
  }

  /** @returns the units after which a rejection costs more than it may. */
  unitsLeft(): number {
    return this.#lookUnits - this.#spent();
  }

  /** @param units minimum number of further units. @throws response_too_large */
  foresee(units: number): void {
    const all = this.#spent() + this.#expected.own + this.#expected.shared + units;
    if (this.#isLimited && all > MAX_READ_UNITS) throw this.#tooLarge();
  }

  async read<C extends Pick<Context, 'table'>, T>(
    context: C,
    expected: Units,
    reading: (context: C) => Promise<T>,
  ): Promise<T> {
    const part = new Meter();
    const result = await reading({ ...context, table: context.table.metered(part) });
    const spent = part.readUnits;
    this.#sharedRead += (spent * expected.shared) / (expected.own + expected.shared || 1);
    this.#expected.own -= expected.own;
    this.#expected.shared -= expected.shared;
    this.foresee(0);
    return result;
  }

  start(): Start {
    return { own: this.#own(), lastSpent: this.#spent() };
  }

  /**
   * Estimates the remaining parts of a loop from those done, before the next part makes a rejection
   * expensive.
   * @throws response_too_large
   */
  judge(start: Start, { done, of }: { done: number; of: number }): void {
    const spent = this.#spent();
    const next = (spent - start.lastSpent) * 2;
    start.lastSpent = spent;
    if (done >= of || spent > this.#lookUnits || spent + next <= this.#lookUnits) return;
    this.foresee(((this.#own() - start.own) * (of - done)) / done);
  }

  #own(): number {
    return this.#spent() - this.#sharedRead + this.#expected.own;
  }

  #spent(): number {
    return this.#meter.readUnits - (this.#meter.searchUnits ?? 0);
  }
}
