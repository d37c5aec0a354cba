/** The audio of an Ogg file. Its links are decoded one after another, each by its own decoder. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { Pauses } from '../../pauses.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import { BesideAudio } from '../beside-audio.ts';
import type { AudioPiece, DecodedAudio, DecodingSource } from '../decoded-audio.ts';
import { requireUsual } from '../format-limits.ts';
import { type OggPage, oggPage } from './page.ts';
import { oggPages } from './pages.ts';

/** The contents of the first packet of a stream. */
interface OggDescription {
  /** By how much the positions of pages grow per second. */
  readonly sampleRate: number;
  readonly channels: number;
}

export interface OggCodec {
  /** @param packet the first one of a stream. @returns undefined if it is not of the codec. */
  readonly described: (packet: Buffer) => OggDescription | undefined;
  /** @param pages of one stream. */
  readonly decode: (pages: AsyncIterable<OggPage>, pauses: Pauses) => AsyncIterable<AudioPiece>;
}

/** How the first packets of streams with audio begin. Programs differ in which of several streams they play. */
const AUDIO = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'fLaC', 'Speex   '];

const isAudio = ({ content }: OggPage): boolean =>
  AUDIO.some((start) => content.toString('latin1', 0, start.length) === start);

/** Recordings of radio have dozens. */
const MAX_LINKS = 200;
const NO_END = 'The Ogg file has no last page. Its end may be missing.';

export class OggAudio implements DecodedAudio {
  readonly bitDepth: number | null;
  readonly pieces: AsyncIterable<AudioPiece>;
  expectedSeconds = 0;
  #hasEnds = true;
  readonly #bytes: ByteStream;
  readonly #beside = new BesideAudio();
  /** Of the pages that decoders got. */
  #decodedBytes = 0;
  readonly #codec: OggCodec;
  readonly #pauses: Pauses;

  constructor(
    { bytes, pauses }: Pick<DecodingSource, 'bytes' | 'pauses'>,
    codec: OggCodec,
    bitDepth: number | null = null,
  ) {
    this.bitDepth = bitDepth;
    this.#bytes = bytes;
    this.#codec = codec;
    this.#pauses = pauses;
    this.pieces = this.#pieces(new OggLinks(oggPages(bytes)));
  }

  get faults(): readonly string[] {
    return [...(this.#hasEnds ? [] : [NO_END]), ...this.#beside.faults];
  }

  get hasMore(): boolean {
    return this.#beside.isMuch;
  }

  /** The pages of other streams, damaged ones, and those that follow after a decoder has ended, are not decoded. */
  async *#pieces(links: OggLinks): AsyncGenerator<AudioPiece> {
    const start = this.#bytes.position;
    try {
      for (let count = 0; ; count++) {
        const first = await links.begin();
        if (first.length === 0) break;
        if (count === MAX_LINKS) throw invalid(`The Ogg file consists of more than ${MAX_LINKS} files.`);
        yield* this.#linkPieces(links, first);
      }
      this.#beside.add(this.#bytes.position - start - this.#decodedBytes);
    } finally {
      await links.close();
    }
  }

  /** Skips the other streams, such as pictures and lyrics. @throws Unreadable if none has the codec. */
  async *#linkPieces(links: OggLinks, first: readonly OggPage[]): AsyncGenerator<AudioPiece> {
    const head = first.find(({ content }) => this.#codec.described(content) !== undefined);
    const described = head && this.#codec.described(head.content);
    if (!head || !described) throw invalid('The Ogg file continues in another format.');
    if (first.filter(isAudio).length > 1) this.#beside.addAudio();
    // Check this before decoding, because a page with 255 channels takes a gigabyte.
    requireUsual(described);
    const time = new LinkTime(described.sampleRate);
    let last = head;
    const seen = (page: OggPage) => {
      last = page;
      time.addPage(page);
    };
    const decoding = (page: OggPage) => {
      this.#decodedBytes += page.bytes.length;
      if (page !== head) seen(page);
    };
    for await (const piece of this.#codec.decode(streamPages(links, head, decoding), this.#pauses)) {
      time.addPiece(piece);
      yield piece;
    }
    for await (const page of links.rest()) if (page.serial === head.serial) seen(page);
    this.expectedSeconds += time.seconds;
    this.#hasEnds &&= last.isLast;
  }
}

/** @param seen called for each page. */
async function* streamPages(
  links: OggLinks,
  head: OggPage,
  seen: (page: OggPage) => void,
): AsyncGenerator<OggPage> {
  seen(head);
  yield head;
  for await (const page of links.rest()) {
    if (page.serial !== head.serial) continue;
    seen(page);
    yield page;
  }
}

/** Concurrent streams. Real files have two or three. */
const MAX_STREAMS = 100;

/** Splits a file into its links (RFC 3533, section 4): each begins with the first pages of its streams. */
class OggLinks {
  readonly #pages: AsyncIterator<Buffer>;
  /** The page that was read last, unless it has been returned. */
  #next: OggPage | undefined;

  constructor(pages: AsyncIterable<Buffer>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** Skips the rest of the last link. @returns the first pages of the next. @throws Unreadable */
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

/** How long a stream should be, from the positions of its pages. */
class LinkTime {
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

  /** The decoded seconds, used if there are too few pages. */
  get seconds(): number {
    if (this.#first === undefined || this.#beforeSecond === undefined) return this.#decodedSeconds;
    // Decoders of Vorbis and Opus return a page as one piece, when they get the next page.
    const onFirstPage = Math.max(this.#beforeSecond, this.#firstPieceSeconds ?? 0);
    // A stream that was cut out of a longer one does not begin at 0.
    const start = this.#first / this.#positionsPerSecond - onFirstPage;
    return Math.max(0, this.#last / this.#positionsPerSecond - start);
  }
}
