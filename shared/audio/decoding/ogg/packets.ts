/** Joins the packets of an Ogg stream from its pages (RFC 3533, section 5). Those that are incomplete are omitted. */
import type { OggPage } from './page.ts';

/** A segment of this length goes on in the next one. */
const FULL_SEGMENT = 255;
/** Longer packets are junk. The longest are pictures. */
const MAX_PACKET_BYTES = 32 * 1024 * 1024;

export async function* packetsOf(pages: AsyncIterable<OggPage>): AsyncGenerator<Buffer> {
  /** What there is of a packet; undefined if its beginning is missing. */
  let parts: Buffer[] | undefined = [];
  let length = 0;
  let before: OggPage | undefined;
  for await (const page of pages) {
    const isNext = before === undefined || page.number === before.number + 1;
    // A packet that goes on, but not here, has no end. One that has gone on since another page has no beginning.
    if (!isNext || !page.isContinued) {
      parts = page.isContinued ? undefined : [];
      length = 0;
    }
    before = page;
    let at = 0;
    for (const segment of page.segments) {
      parts?.push(page.content.subarray(at, at + segment));
      at += segment;
      length += segment;
      if (length > MAX_PACKET_BYTES) parts = undefined;
      if (segment === FULL_SEGMENT) continue;
      if (parts) yield Buffer.concat(parts);
      parts = [];
      length = 0;
    }
  }
}
