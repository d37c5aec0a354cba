/** The audio of an Ogg file. Its links are decoded one after another, each by its own decoder. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { Pauses } from '../../pauses.ts';
import type { AudioPiece, DecodedAudio, DecodingSource } from '../decoded-audio.ts';
import { requireUsual } from '../format-limits.ts';
import { LinkTime } from './link-time.ts';
import { OggLinks } from './links.ts';
import type { OggPage } from './page.ts';
import { oggPages } from './pages.ts';

/** What the first packet of a stream says. */
interface OggDescription {
  /** By which the positions of pages grow in a second. */
  readonly sampleRate: number;
  readonly channels: number;
}

export interface OggCodec {
  /** @param packet the first one of a stream. @returns undefined if it is not of the codec. */
  readonly described: (packet: Buffer) => OggDescription | undefined;
  /** @param pages of one stream. */
  readonly decode: (pages: AsyncIterable<OggPage>, pauses: Pauses) => AsyncIterable<AudioPiece>;
}

type OggSource = Pick<DecodingSource, 'bytes' | 'pauses'>;

/** Recordings of radio have dozens. */
const MAX_LINKS = 200;
const NO_END = 'The Ogg file has no last page. Its end may be missing.';

export class OggAudio implements DecodedAudio {
  readonly bitDepth: number | null;
  readonly pieces: AsyncIterable<AudioPiece>;
  readonly faults: string[] = [];
  expectedSeconds = 0;
  readonly #codec: OggCodec;
  readonly #pauses: Pauses;

  constructor({ bytes, pauses }: OggSource, codec: OggCodec, bitDepth: number | null = null) {
    this.bitDepth = bitDepth;
    this.#codec = codec;
    this.#pauses = pauses;
    this.pieces = this.#pieces(new OggLinks(oggPages(bytes)));
  }

  async *#pieces(links: OggLinks): AsyncGenerator<AudioPiece> {
    try {
      for (let count = 0; ; count++) {
        const first = await links.begin();
        if (first.length === 0) return;
        if (count === MAX_LINKS) throw invalid(`The Ogg file consists of more than ${MAX_LINKS} files.`);
        yield* this.#linkPieces(links, first);
      }
    } finally {
      await links.close();
    }
  }

  /** Other streams of a link are pictures, words, or further audio. @throws Unreadable if none is of the codec. */
  async *#linkPieces(links: OggLinks, first: readonly OggPage[]): AsyncGenerator<AudioPiece> {
    const head = first.find(({ content }) => this.#codec.described(content) !== undefined);
    const described = head && this.#codec.described(head.content);
    if (!head || !described) throw invalid('The Ogg file goes on in another format.');
    // Before it is decoded: a page with 255 channels takes a gigabyte.
    requireUsual(described);
    const time = new LinkTime(described.sampleRate);
    let last = head;
    const seen = (page: OggPage) => {
      last = page;
      time.addPage(page);
    };
    for await (const piece of this.#codec.decode(streamPages(links, head, seen), this.#pauses)) {
      time.addPiece(piece);
      yield piece;
    }
    for await (const page of links.rest()) if (page.serial === head.serial) seen(page);
    this.expectedSeconds += time.seconds;
    if (!last.isLast && !this.faults.includes(NO_END)) this.faults.push(NO_END);
  }
}

/** @param seen called for each page after the first one. */
async function* streamPages(
  links: OggLinks,
  head: OggPage,
  seen: (page: OggPage) => void,
): AsyncGenerator<OggPage> {
  yield head;
  for await (const page of links.rest()) {
    if (page.serial !== head.serial) continue;
    seen(page);
    yield page;
  }
}
