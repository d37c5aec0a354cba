/** How long a stream in an Ogg file should be, from the positions of its pages. */
import type { OggPage } from './page.ts';

export class LinkTime {
  readonly #positionsPerSecond: number;
  /** The position after the first page with audio, and where the stream begins. */
  #first: number | undefined;
  #start: number | undefined;
  #end = 0;

  constructor(positionsPerSecond: number) {
    this.#positionsPerSecond = positionsPerSecond;
  }

  /** @param decodedSeconds of the pages before. */
  add({ position }: OggPage, decodedSeconds: number): void {
    // Pages with headers have the position 0.
    if (position === undefined || position <= 0) return;
    if (this.#first === undefined) this.#first = position;
    // What was cut out of a longer stream does not begin at 0.
    else this.#start ??= this.#first - decodedSeconds * this.#positionsPerSecond;
    this.#end = position;
  }

  /** Undefined if there are too few pages to know it. */
  get seconds(): number | undefined {
    return this.#start === undefined
      ? undefined
      : Math.max(0, (this.#end - this.#start) / this.#positionsPerSecond);
  }
}
