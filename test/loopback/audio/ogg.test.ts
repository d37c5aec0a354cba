/** Ogg files that consist of several files, or have several streams. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OggAudio, type OggCodec } from '../../../shared/audio/decoding/ogg/ogg-audio.ts';
import { oggPages } from '../../../shared/audio/decoding/ogg/pages.ts';
import { Pauses } from '../../../shared/audio/pauses.ts';
import { ByteStream } from '../../../shared/audio/reading/byte-stream.ts';
import { withPageChecksums } from '../../support/audio/checksums.ts';
import { fixture } from '../../support/audio/fixture.ts';
import { heardIn, listenToFile } from '../../support/audio/listening.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const SERIAL_AT = 14;
/** In the file: after the header of a page, its length of one segment, and the start of the packet. */
const CHANNELS_OF_VORBIS_AT = 28 + 11;
const RATE_OF_VORBIS_AT = 28 + 12;
const CHANNELS_OF_OPUS_AT = 28 + 9;

/** The melody as if it had been recorded at another rate. */
function atRate(rate: number): Buffer {
  const file = Buffer.from(fixture('melody.ogg'));
  file.writeUInt32LE(rate, RATE_OF_VORBIS_AT);
  return withPageChecksums(file);
}

async function pagesOf(file: Buffer, serial: number): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  for await (const page of oggPages(new ByteStream(inOne(file)))) {
    const copy = Buffer.from(page);
    copy.writeUInt32LE(serial, SERIAL_AT);
    pages.push(withPageChecksums(copy));
  }
  return pages;
}

async function* inOne(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}

test.each(['melody.ogg', 'melody.opus', 'melody.oga'])(
  'a file that contains %s twice is analyzed twice',
  async (name) => {
    const once = await heardIn(fixture(name));
    const twice = await heardIn(Buffer.concat([fixture(name), fixture(name)]));
    expect(twice.duration).toBeCloseTo(2 * once.duration, 3);
    expect(twice.peak).toBeCloseTo(once.peak ?? 0, 1);
    expect(twice.loudness).toBeCloseTo(once.loudness ?? 0, 0);
    expect(twice.warnings).toEqual([]);
  },
);

test('a file that continues at another sample rate is invalid', async () => {
  const file = Buffer.concat([fixture('melody.ogg'), atRate(16_000)]);
  expect(await listenToFile(file)).toEqual({
    is: 'invalid',
    error: 'The sample rate or the number of channels changes within the file.',
  });
});

test('a file that continues in another format is invalid', async () => {
  expect(await listenToFile(Buffer.concat([fixture('melody.ogg'), fixture('melody.opus')]))).toEqual({
    is: 'invalid',
    error: 'The Ogg file continues in another format.',
  });
});

/** @returns a file with the pages of both, by turns. */
async function mixed(one: Buffer, another: Buffer): Promise<Buffer> {
  const [audio, other] = [await pagesOf(one, 1), await pagesOf(another, 2)];
  const pages = Array.from({ length: Math.max(audio.length, other.length) }, (_, index) => [
    ...audio.slice(index, index + 1),
    ...other.slice(index, index + 1),
  ]);
  return Buffer.concat(pages.flat());
}

const MORE = 'The file has more data than the audio that was decoded. It was not analyzed.';

test('other streams beside the audio are omitted', async () => {
  const lyrics = Buffer.from(fixture('melody.opus'));
  lyrics.write('\x80kate', lyrics.indexOf('OpusHead'), 'latin1');
  const heard = await heardIn(await mixed(fixture('melody.ogg'), withPageChecksums(lyrics)));
  expect(heard.prints).toEqual((await heardIn(fixture('melody.ogg'))).prints);
  expect(heard).toMatchObject({ warnings: [], isInPart: false });
});

test.each(['melody.oga', 'melody.opus', 'melody.ogg'])(
  'a file that also has %s as another stream is analyzed in part, with a warning',
  async (name) => {
    const heard = await heardIn(await mixed(fixture('melody.ogg'), fixture(name)));
    expect(heard.prints).toEqual((await heardIn(fixture('melody.ogg'))).prints);
    expect(heard).toMatchObject({ warnings: [MORE], isInPart: true });
  },
);

test('a file with damaged pages after its audio is analyzed in part, with a warning', async () => {
  const damaged = Buffer.from(fixture('melody.oga'));
  for (let at = damaged.indexOf('OggS'); at >= 0; at = damaged.indexOf('OggS', at + 4))
    damaged.writeUInt32LE(0, at + 22);
  const heard = await heardIn(Buffer.concat([fixture('melody.oga'), damaged]));
  expect(heard).toMatchObject({ warnings: [MORE], isInPart: true });
});

test('a chain of too many files is invalid', async () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = await pagesOf(fixture('melody.ogg'), 1);
  const link = Buffer.concat([first, second]);
  expect(await listenToFile(Buffer.concat(new Array<Buffer>(201).fill(link)))).toEqual({
    is: 'invalid',
    error: 'The Ogg file consists of more than 200 files.',
  });
  expect(await listenToFile(Buffer.concat(new Array<Buffer>(101).fill(first)))).toEqual({
    is: 'invalid',
    error: 'The Ogg file has more than 100 streams.',
  });
});

test.each([
  ['melody.ogg', CHANNELS_OF_VORBIS_AT],
  ['melody.opus', CHANNELS_OF_OPUS_AT],
])('%s with 200 channels is invalid before it is decoded, even as a later part', async (name, at) => {
  const file = Buffer.from(fixture(name));
  file.writeUInt8(200, at);
  const changed = withPageChecksums(file);
  const error = 'The audio has 200 channels. It must have 1 to 8.';
  expect(await listenToFile(changed)).toEqual({ is: 'invalid', error });
  expect(await listenToFile(Buffer.concat([fixture(name), changed]))).toEqual({ is: 'invalid', error });
});

test('the audio after the point where a decoder stops counts as missing', async () => {
  const description = { sampleRate: 22_050, channels: 1 };
  const stopping: OggCodec = {
    described: () => description,
    async *decode(pages) {
      for await (const { position = 0 } of pages) {
        if (position === 0) continue;
        yield { sampleRate: description.sampleRate, channels: [new Float32Array(position)] };
        return;
      }
    },
  };
  const bytes = new ByteStream(inOne(fixture('melody.ogg')));
  const audio = new OggAudio({ bytes, pauses: new Pauses() }, stopping);
  let samples = 0;
  for await (const { channels } of audio.pieces) samples += channels[0]?.length ?? 0;
  expect(samples).toBeLessThan(2 * description.sampleRate);
  expect(audio.expectedSeconds).toBeCloseTo(4, 1);
  expect(audio.faults).toEqual([]);
});

test('a file with too many damaged pages is abandoned', async () => {
  const pages = Buffer.alloc(5 * 8_000, 'OggS\0', 'latin1');
  expect(await listenToFile(Buffer.concat([fixture('melody.ogg'), pages]))).toEqual({
    is: 'invalid',
    error: 'The Ogg file is damaged in too many places.',
  });
});
