/** Only what is intact reaches the decoders of Ogg and FLAC files. */
import { expect, test } from 'vitest';
import { FlacFrames } from '../../../shared/audio/decoding/flac/frames.ts';
import { oggPages } from '../../../shared/audio/decoding/ogg/pages.ts';
import { ByteStream } from '../../../shared/audio/reading/byte-stream.ts';
import { fixture } from '../../support/audio/fixture.ts';

async function* inPieces(file: Buffer) {
  for (let at = 0; at < file.length; at += 1_000) yield file.subarray(at, at + 1_000);
}

async function pagesOf(file: Buffer): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  for await (const page of oggPages(new ByteStream(inPieces(file)))) pages.push(page);
  return pages;
}

function framesOf(file: Buffer): Buffer[] {
  const frames = new FlacFrames();
  const complete: Buffer[] = [];
  for (let at = 0; at < file.length; at += 1_000)
    complete.push(...frames.push(file.subarray(at, at + 1_000)));
  return [...complete, ...frames.flush()];
}

/** Changes one byte in the middle. */
function damaged(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = Math.floor(file.length / 2);
  copy.writeUInt8(file.readUInt8(at) ^ 0x10, at);
  return copy;
}

test('a damaged Ogg page is skipped', async () => {
  const pages = await pagesOf(fixture('melody.ogg'));
  expect(Buffer.concat(pages)).toEqual(fixture('melody.ogg'));
  const intact = await pagesOf(damaged(fixture('melody.ogg')));
  expect(intact).toEqual(pages.filter((page) => intact.some((other) => other.equals(page))));
  expect(intact).toHaveLength(pages.length - 1);
});

test('a damaged FLAC frame is skipped', () => {
  const frames = framesOf(fixture('melody.flac'));
  const intact = framesOf(damaged(fixture('melody.flac')));
  expect(frames.length).toBeGreaterThan(3);
  expect(intact).toEqual(frames.filter((frame) => intact.some((other) => other.equals(frame))));
  expect(intact).toHaveLength(frames.length - 1);
});
