/** How long a stream in an Ogg file should be, from the positions of its pages. */
import type { AudioPiece } from '../decoded-audio.ts';
import type { OggPage } from './page.ts';

export class LinkTime {
  readonly #positionsPerSecond: number;
  #decodedSeconds = 0;
  #firstPieceSeconds: number | undefined;
  /** The position after the first page with audio, and what had been decoded before the second one. */
  #first: number | undefined;
  #beforeSecond: number | undefined;
  #last = 0;

  constructor(positionsPerSecond: number) {
    this.#positionsPerSecond = positionsPerSecond;
  }

  addPage({ position }: OggPage): void {
    // Pages with headers have the position 0.
    if (position === undefined || position <= 0) return;
    if (this.#first === undefined) this.#first = position;
    else this.#beforeSecond ??= this.#decodedSeconds;
    this.#last = position;
  }

  addPiece({ channels, sampleRate }: AudioPiece): void {
    const seconds = (channels[0]?.length ?? 0) / sampleRate;
    this.#firstPieceSeconds ??= seconds;
    this.#decodedSeconds += seconds;
  }

  /** What was decoded, if there are too few pages to know it. */
  get seconds(): number {
    if (this.#first === undefined || this.#beforeSecond === undefined) return this.#decodedSeconds;
    // Decoders of Vorbis and Opus return a page as one piece, when they get the next page.
    const onFirstPage = Math.max(this.#beforeSecond, this.#firstPieceSeconds ?? 0);
    // What was cut out of a longer stream does not begin at 0.
    const start = this.#first / this.#positionsPerSecond - onFirstPage;
    return Math.max(0, this.#last / this.#positionsPerSecond - start);
  }
}
