/** Splits an Ogg file into its links (RFC 3533, section 4): each begins with the first pages of its streams. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import { type OggPage, oggPage } from './page.ts';

/** At the same time. Real files have two or three. */
const MAX_STREAMS = 100;

export class OggLinks {
  readonly #pages: AsyncIterator<Buffer>;
  /** The page that was read last, and not yet taken. */
  #next: OggPage | undefined;

  constructor(pages: AsyncIterable<Buffer>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** Skips the rest of the last link. @returns the first pages of the streams of the next one; none at the end. @throws Unreadable */
  async begin(): Promise<OggPage[]> {
    this.#next ??= await this.#read();
    while (this.#next && !this.#next.isFirst) this.#next = await this.#read();
    const first: OggPage[] = [];
    for (; this.#next?.isFirst; this.#next = await this.#read()) {
      if (first.length === MAX_STREAMS) throw invalid(`The Ogg file has more than ${MAX_STREAMS} streams.`);
      first.push(this.#next);
    }
    return first;
  }

  /** @returns the pages of the link after the first ones. */
  async *rest(): AsyncGenerator<OggPage> {
    for (;;) {
      this.#next ??= await this.#read();
      const page = this.#next;
      if (!page || page.isFirst) return;
      // A decoder that ends early leaves the pages after this one to the next call.
      this.#next = undefined;
      yield page;
    }
  }

  async #read(): Promise<OggPage | undefined> {
    const { done, value } = await this.#pages.next();
    return done ? undefined : oggPage(value);
  }

  async close(): Promise<void> {
    await this.#pages.return?.();
  }
}
