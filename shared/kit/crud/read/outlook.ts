/** What a response takes to read: what has been read, and what is known to follow. Too much is rejected while that is cheap. */
import type { Meter } from '../../table/meter.ts';
import type { Problems } from '../../values/problems.ts';

/** Units that one request may read: about 12 MB, read eventually consistent. */
const MAX_READ_UNITS = 1500;
/** Once so much has been read, the rest is judged by it, so that a rejection takes at most 300. */
const MAX_LOOK_UNITS = 240;
/** What finding a page has read in a long index is spent: the same holds for at least so much more. */
const MIN_LOOK_UNITS = 100;

/** Lambda returns at most 6 MB: what has more bytes in a row does not need to be read. */
const MAX_BYTES = 6 * 1024 * 1024;
const BYTES_PER_UNIT = 8192;

/** 'shared': many records name the same few, so that twice as many records do not lead to twice as many of these. */
export type Kind = 'own' | 'shared';
export type Units = Readonly<Record<Kind, number>>;

/** Where a loop over parts began. */
export interface Start {
  readonly own: number;
  lastSpent: number;
}

export class Outlook {
  readonly #meter: Pick<Meter, 'readUnits'>;
  readonly #tooLarge: () => Problems;
  readonly #isLimited: boolean;
  readonly #lookUnits: number;
  readonly #expected: Record<Kind, number> = { own: 0, shared: 0 };
  #sharedRead = 0;
  #textBytes = 0;

  /** @param tooLarge the error to throw. @param isLimited whether units are: bytes always are. */
  constructor(
    meter: Pick<Meter, 'readUnits'>,
    { tooLarge, isLimited = true }: { tooLarge: () => Problems; isLimited?: boolean },
  ) {
    this.#meter = meter;
    this.#tooLarge = tooLarge;
    this.#isLimited = isLimited;
    this.#lookUnits = Math.max(MAX_LOOK_UNITS, meter.readUnits + MIN_LOOK_UNITS);
  }

  /** Counts what is known to be read later. @throws response_too_large when it is too much with all that is known. */
  expect(units: number, kind: Kind): void {
    this.#expected[kind] += units;
    this.foresee(0);
  }

  /** Expects the texts of one record, in at most two rows. @throws response_too_large */
  expectTexts(units: number, kind: Kind): void {
    this.#textBytes += Math.max(0, units - 1) * BYTES_PER_UNIT;
    if (this.#textBytes > MAX_BYTES) throw this.#tooLarge();
    this.expect(units, kind);
  }

  /** @param units that will be expected, at least. @throws response_too_large */
  foresee(units: number): void {
    const all = this.#meter.readUnits + this.#expected.own + this.#expected.shared + units;
    if (this.#isLimited && all > MAX_READ_UNITS) throw this.#tooLarge();
  }

  async read<T>(expected: Units, reading: () => Promise<T>): Promise<T> {
    const before = this.#meter.readUnits;
    const result = await reading();
    const spent = this.#meter.readUnits - before;
    this.#sharedRead += (spent * expected.shared) / (expected.own + expected.shared || 1);
    this.#expected.own -= expected.own;
    this.#expected.shared -= expected.shared;
    this.foresee(0);
    return result;
  }

  start(): Start {
    return { own: this.#own(), lastSpent: this.#meter.readUnits };
  }

  /**
   * Judges the parts of a loop that are left by those that are done, before the next part makes a rejection expensive.
   * @throws response_too_large
   */
  judge(start: Start, { done, of }: { done: number; of: number }): void {
    const spent = this.#meter.readUnits;
    const next = (spent - start.lastSpent) * 2;
    start.lastSpent = spent;
    if (done >= of || spent > this.#lookUnits || spent + next <= this.#lookUnits) return;
    this.foresee(((this.#own() - start.own) * (of - done)) / done);
  }

  #own(): number {
    return this.#meter.readUnits - this.#sharedRead + this.#expected.own;
  }
}
