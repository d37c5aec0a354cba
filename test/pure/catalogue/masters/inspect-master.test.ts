import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectMaster } from '../../../../shared/catalogue/masters/inspect-master.ts';
import type { AssetType } from '../../../../shared/catalogue/rules/catalogue.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { chunk, formatChunk, isoMedia, wave } from '../../../support/master-files.ts';

/** A file in memory that counts the bytes read. */
function fileOf(bytes: Buffer, size: number | undefined = bytes.length) {
  const file = {
    size,
    asked: 0,
    reads: 0,
    async read(position: number, length: number): Promise<Buffer> {
      file.asked += length;
      file.reads += 1;
      return bytes.subarray(position, position + length);
    },
  };
  return file;
}

const faultsOf = (assetType: AssetType, bytes: Buffer, size?: number) =>
  inspectMaster(fileOf(bytes, size), assetType);
const ofAtmos = (bytes: Buffer, size?: number) => faultsOf('dolby_atmos', bytes, size);

const NOT_WAVE = 'A Dolby Atmos master must be a WAVE file (RIFF, RF64 or BW64); this file is';
const NO_FORMAT = 'The WAVE file does not state its format before its audio data.';
const NOT_VIDEO =
  'A video master must be an MP4 or QuickTime file that begins with an ftyp box; this file is';
const ds64 = chunk('ds64', Buffer.alloc(28));
const UNKNOWN = 0xffffffff;

describe('a Dolby Atmos master', () => {
  test.each([
    ['RIFF', wave()],
    ['RIFF with sizes that a recorder never filled in', wave({ riffSize: 0, dataSize: 0 })],
    ['RIFF with a data chunk of unknown size', wave({ riffSize: UNKNOWN, dataSize: UNKNOWN })],
    ['RF64', wave({ id: 'RF64', before: [ds64], riffSize: UNKNOWN, dataSize: UNKNOWN })],
    ['BW64', wave({ id: 'BW64', before: [ds64], riffSize: UNKNOWN, dataSize: UNKNOWN })],
    [
      'JUNK, bext and axml before its format',
      wave({ before: ['JUNK', 'bext', 'axml'].map((id) => chunk(id, Buffer.alloc(603))) }),
    ],
    ['megabytes before its format', wave({ before: [chunk('axml', Buffer.alloc(5_000_001))] })],
    ['three channels', wave({ channels: 3 })],
    ['one byte less than 2 GB', wave(), 1_999_999_999],
  ])('is valid: %s', async (_, bytes, size?: number) => {
    expect(await ofAtmos(bytes, size)).toEqual([]);
  });

  test.each([
    [
      '44.1 kHz',
      wave({ sampleRate: 44_100 }),
      'The sample rate is 44100 Hz; a Dolby Atmos master must have 48000 Hz.',
    ],
    ['stereo', wave({ channels: 2 }), 'The file has 2 channels; a Dolby Atmos master must have 3 or more.'],
    ['mono', wave({ channels: 1 }), 'The file has 1 channel; a Dolby Atmos master must have 3 or more.'],
    ['empty', Buffer.alloc(0), `${NOT_WAVE} empty.`],
    ['a video', isoMedia('isom'), `${NOT_WAVE} of the type video/mp4.`],
    ['a web page', Buffer.from('<!DOCTYPE html><html></html>'), `${NOT_WAVE} of an unknown type.`],
    ['RIFF, but not WAVE', chunk('RIFF', Buffer.from('AVI LIST')), `${NOT_WAVE} of the type video/vnd.avi.`],
    [
      'data before the format',
      chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('data', Buffer.alloc(8)), formatChunk()])),
      NO_FORMAT,
    ],
    [
      'no format',
      chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('JUNK', Buffer.alloc(8))])),
      NO_FORMAT,
    ],
    ['a format that is cut off', wave().subarray(0, 24), NO_FORMAT],
    [
      'a format that is too short',
      chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', Buffer.alloc(4)), ds64])),
      NO_FORMAT,
    ],
    ['only the beginning of a header', wave().subarray(0, 11), `${NOT_WAVE} of an unknown type.`],
  ])('is invalid: %s', async (_, bytes, fault) => {
    expect(await ofAtmos(bytes)).toEqual([fault]);
  });

  test('reports all faults together', async () => {
    expect(await ofAtmos(wave({ sampleRate: 44_100, channels: 2 }), 2_000_000_000)).toEqual([
      'The file has 2,000,000,000 bytes; a Dolby Atmos master must have fewer than 2,000,000,000 bytes (2 GB).',
      'The sample rate is 44100 Hz; a Dolby Atmos master must have 48000 Hz.',
      'The file has 2 channels; a Dolby Atmos master must have 3 or more.',
    ]);
  });

  test('is invalid if its size is unknown', async () => {
    const file = { ...fileOf(wave()), size: undefined };
    expect(await inspectMaster(file, 'dolby_atmos')).toEqual([
      'The server does not report the file size. It must send Content-Length or Content-Range.',
    ]);
  });
});

describe('a video master', () => {
  test.each(['isom', 'mp41', 'mp42', 'avc1', 'iso6', 'XAVC', 'M4V ', 'qt  '])(
    'is valid with the brand %j',
    async (brand) => {
      expect(await faultsOf('video', isoMedia(brand), 6_000_000_000)).toEqual([]);
    },
  );

  test.each([
    ['audio', isoMedia('M4A '), 'of the type audio/x-m4a'],
    ['a picture', isoMedia('heic'), 'of the type image/heic'],
    ['3GPP', isoMedia('3gp5'), 'of the type video/3gpp'],
    ['WAVE', wave(), 'of the type audio/wav'],
    ['RF64', wave({ id: 'RF64' }), 'of the type audio/wav'],
    ['empty', Buffer.alloc(0), 'empty'],
    [
      'QuickTime without ftyp',
      Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.from('moov'), Buffer.alloc(300)]),
      'of the type video/quicktime',
    ],
    ['Matroska', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x86, 0x81, 1]), 'of an unknown type'],
    ['only the beginning of a box', isoMedia('isom').subarray(0, 7), 'of an unknown type'],
  ])('is invalid: %s', async (_, bytes, content) => {
    expect(await faultsOf('video', bytes)).toEqual([`${NOT_VIDEO} ${content}.`]);
  });

  test('can have up to 6 GB', async () => {
    expect(await faultsOf('video', isoMedia('qt  '), 6_000_000_001)).toEqual([
      'The file has 6,000,000,001 bytes; a video master can have up to 6,000,000,000 bytes (6 GB).',
    ]);
  });
});

const assetType = fc.constantFrom<AssetType>('dolby_atmos', 'video');
const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const chunkId = fc.constantFrom('JUNK', 'bext', 'axml', 'chna', 'LIST', 'id3 ', 'ds64', '\0\0\0\0');
const chunks = fc.array(
  fc.tuple(chunkId, fc.integer({ min: 0, max: 9000 })).map(([id, length]) => chunk(id, Buffer.alloc(length))),
  { maxLength: 12 },
);

describe('the inspection of any file', () => {
  test('finds the format after chunks of any kind, number and size', () =>
    checkProperty(
      fc.asyncProperty(fc.constantFrom('RIFF', 'RF64', 'BW64'), chunks, async (id, before) => {
        expect(await ofAtmos(wave({ id, before, channels: 2 }))).toEqual([
          'The file has 2 channels; a Dolby Atmos master must have 3 or more.',
        ]);
      }),
    ));

  test('judges a file that is cut off anywhere', () =>
    checkProperty(
      fc.asyncProperty(assetType, chunks, fc.nat(60_000), async (type, before, length) => {
        const faults = await faultsOf(type, wave({ before }).subarray(0, length));
        expect(faults.every((fault) => fault.endsWith('.'))).toBe(true);
      }),
    ));

  test('judges hostile bytes with a bounded number of reads', () =>
    checkProperty(
      fc.asyncProperty(
        assetType,
        fc.constantFrom(
          '',
          'RIFF\0\0\0\0WAVE',
          'RF64\xff\xff\xff\xffWAVE',
          '\0\0\0\0ftyp',
          'PK\x03\x04',
          'ID3',
          'OggS',
        ),
        anyBytes,
        async (type, start, bytes) => {
          const file = fileOf(Buffer.concat([Buffer.from(start, 'latin1'), bytes]));
          expect(Array.isArray(await inspectMaster(file, type))).toBe(true);
          expect(file.reads).toBeLessThan(1100);
        },
      ),
      { runs: 500 },
    ));

  test('stops after a million empty chunks', async () => {
    const file = fileOf(Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), Buffer.alloc(8_000_000)]));
    expect(await inspectMaster(file, 'dolby_atmos')).toEqual([NO_FORMAT]);
    expect(file.asked).toBeLessThan(20_000);
  });
});
