/** The boxes of MP4 and QuickTime files (ISO/IEC 14496-12). */

export interface Box {
  readonly type: string;
  /** Without the header. */
  readonly content: Buffer;
}

/** Real boxes contain a few dozen. With more, an index of 64 MB would take seconds, without a pause. */
const MAX_BOXES = 500;
const HEADER_BYTES = 8;

/** @returns the complete boxes within a box. */
export function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER_BYTES <= content.length && boxes.length < MAX_BOXES; ) {
    const size = content.readUInt32BE(at);
    const end = size === 0 ? content.length : at + size;
    if ((size !== 0 && size < HEADER_BYTES) || end > content.length) break;
    const type = content.toString('latin1', at + 4, at + HEADER_BYTES);
    boxes.push({ type, content: content.subarray(at + HEADER_BYTES, end) });
    at = end;
  }
  return boxes;
}

/** @param path types, from outside to inside. @returns the content of the first such box. */
export function contentAt(content: Buffer, ...path: readonly string[]): Buffer | undefined {
  let inner: Buffer | undefined = content;
  for (const type of path) inner = inner && boxesIn(inner).find((box) => box.type === type)?.content;
  return inner;
}
