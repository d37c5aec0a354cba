/** The audio of an Ogg file. Its links are decoded one after another, each by its own decoder. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import type { AudioPiece, DecodedAudio } from '../decoded-audio.ts';
import { LinkTime } from './link-time.ts';
import { OggLinks } from './links.ts';
import type { OggPage } from './page.ts';
import { oggPages } from './pages.ts';

export interface OggCodec {
  /**
   * @param packet the first one of a stream.
   * @returns by how much the positions of its pages grow in a second; undefined if it is not of the codec.
   */
  readonly positionsPerSecond: (packet: Buffer) => number | undefined;
  /** @param pages of one stream. */
  readonly decode: (pages: AsyncIterable<OggPage>) => AsyncIterable<AudioPiece>;
}

/** Recordings of radio have dozens. */
const MAX_LINKS = 200;
const NO_END = 'The Ogg file has no last page. Its end may be missing.';

export class OggAudio implements DecodedAudio {
  readonly bitDepth: number | null;
  readonly pieces: AsyncIterable<AudioPiece>;
  readonly faults: string[] = [];
  expectedSeconds = 0;
  readonly #codec: OggCodec;

  constructor(bytes: ByteStream, codec: OggCodec, bitDepth: number | null = null) {
    this.bitDepth = bitDepth;
    this.pieces = this.#pieces(bytes);
    this.#codec = codec;
  }

  async *#pieces(bytes: ByteStream): AsyncGenerator<AudioPiece> {
    const links = new OggLinks(oggPages(bytes));
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
    const head = first.find(({ content }) => this.#codec.positionsPerSecond(content) !== undefined);
    const positionsPerSecond = head && this.#codec.positionsPerSecond(head.content);
    if (!head || !positionsPerSecond) throw invalid('The Ogg file goes on in another format.');
    const time = new LinkTime(positionsPerSecond);
    let last = head;
    const seen = (page: OggPage) => {
      last = page;
      time.addPage(page);
    };
    for await (const piece of this.#codec.decode(streamPages(links, head, seen))) {
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
