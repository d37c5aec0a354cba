import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { storedLyrics } from '../../../../shared/catalogue/rules/synced-lyrics.ts';
import { readMessage } from '../../../../shared/ern/read/read-message.ts';
import { rawReceiver } from '../../../support/receivers.ts';
import { messageFaults } from '../../../support/stores/ern-rules.ts';
import {
  album,
  audio,
  bucket,
  checkedPackage,
  files,
  hand,
  small,
  song,
  withAudio,
  withHandingOver,
  withMd5,
  withTrack,
} from '../../../support/stores/handing-over.ts';
import { release, track } from '../../../support/stores/parcel.ts';
import { allNodes, textsAt } from '../../../support/stores/xml-tree.ts';

withHandingOver();
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('a package', () => {
  it('has the files, their message, and the manifest, which is written last', async () => {
    files.served.set('/1.wav', audio);
    const one = album();
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const { manifest, message, names } = await checkedPackage(one);
    expect(messageFaults(message)).toEqual([]);
    expect(manifest).toMatchObject({ type: 'delivery', dsp: { id: '1' }, albumId: '7', media: 'mixed' });
    expect(manifest.files).toHaveLength(4);
    expect(names).toHaveLength(6);
    expect(bucket.log.at(-1)).toContain('manifest.json');
    expect(bucket.log.at(-2)).toContain('.xml');
    expect(await bucket.unfinished()).toEqual([]);
  });

  it.each(['update', 'redelivery'] as const)('includes the files again for an %s', async (type) => {
    const one = album({ type });
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect((await checkedPackage(one)).manifest).toMatchObject({ type, files: { length: 4 } });
  });

  it('has lyrics as files that its message links to their recordings', async () => {
    const timed = ['[ti:Été]\n\n[00:12.00]Hé\n[00:13.50]夢', '[00:01.00]<00:01.00>La <00:01.50>la'];
    const words = 'Hé\n夢\n\nLa & la';
    const one = album();
    const tracks = one.release.tracks.map((each, index) => ({
      ...each,
      lyrics: index === 0 ? words : null,
      syncedLyrics: timed[index] ?? null,
    }));
    const sung = { ...one, release: { ...one.release, tracks } };
    expect(await hand(sung)).toEqual({ is: 'accepted' });
    const { manifest, message } = await checkedPackage(sung);
    expect(messageFaults(message)).toEqual([]);
    const found = await bucket.files(sung.storeDeliveryId);
    const texts = manifest.files.flatMap(({ name }: { name: string }) =>
      /\.(?:txt|lrc)$/.test(name) ? String(found.get(name)) : [],
    );
    expect(texts).toEqual([words, ...timed].map((text) => `${text}\n`));
    expect(textsAt(message, 'ResourceList', 'Text', 'TechnicalDetails', 'TextCodecType')).toEqual([
      'UTF8Text',
      'LRC',
      'EnhancedLRC',
    ]);
    const item = ['ResourceGroup', 'ResourceGroup', 'ResourceGroupContentItem'] as const;
    const linked = textsAt(message, 'ReleaseList', 'Release', ...item, 'LinkedReleaseResourceReference');
    expect(linked).toEqual(['A1-lyrics', 'A1-synced-lyrics', 'A2-synced-lyrics']);
    const content = String(found.get(manifest.message.name));
    const about = {
      ...{ file: 'm.xml', now: new Date(), resolve: () => ({ url: 'https://files.example/a' }) },
      textAt: (path: string) => ({ text: String(found.get(path)) }),
    };
    const [read] = readMessage(content, about).releases;
    const readBack = read?.release.tracks.map(({ attributes }) => attributes) ?? [];
    expect(readBack.map((each) => storedLyrics(String(each['synced-lyrics'])))).toEqual(timed);
    expect(readBack.map((each) => each['lyrics'])).toEqual([words, undefined]);
    expect(readMessage(content, about).notes.filter(({ note }) => /lyrics|text/i.test(note))).toEqual([]);
  });

  it('has no files for a takedown', async () => {
    const one = album({
      type: 'takedown',
      release: release({
        artwork: null,
        tracks: [track({ audio: null, syncedLyrics: '[00:12.00]One' })],
      }),
    });
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect((await checkedPackage(one)).manifest.files).toEqual([]);
    expect(files.asked).toEqual([]);
  });

  it('is not written without tracks or with a missing file', async () => {
    expect(await hand(album({ release: release({ tracks: [] }) }))).toEqual({ is: 'skipped' });
    for (const [particulars, reason] of [
      [{ artwork: null }, 'The release has no artwork.'],
      [{ tracks: [track({ audio: null })] }, 'Track 1 on disc 1 has no audio.'],
      [{ tracks: [track({ isVideo: true })] }, 'Track 1 on disc 1 has no video.'],
    ] as const) {
      expect(await hand(album({ release: release(particulars) }))).toEqual({ is: 'impossible', reason });
    }
    expect(files.asked).toEqual([]);
  });

  it('has the MD5 digest of the audio in the message and in the manifest', async () => {
    const md5 = createHash('md5').update(song).digest('hex');
    const one = withMd5(album(), md5.toUpperCase());
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const { manifest, message } = await checkedPackage(one);
    expect(manifest.files.flatMap((file: { md5?: string }) => file.md5 ?? [])).toEqual([md5]);
    expect(messageFaults(message)).toEqual([]);
    const sums = allNodes(message).filter(({ name }) => name === 'HashSum');
    expect(sums.flatMap((sum) => textsAt(sum, 'Algorithm'))).toEqual([
      'MD5',
      'SHA-256',
      'SHA-256',
      'SHA-256',
    ]);
    expect(sums.flatMap((sum) => textsAt(sum, 'HashSumValue'))).toContain(md5);
  });

  it('is rejected permanently if a file does not match its MD5 digest, even after a crash', async () => {
    const one = withMd5(album(), '0'.repeat(32));
    const reason = 'The audio of track 1 on disc 1 does not match the md5 of the track.';
    expect(await hand(one)).toEqual({ is: 'impossible', reason });
    expect(await hand(one)).toEqual({ is: 'impossible', reason });
    expect((await bucket.files(one.storeDeliveryId)).has('manifest.json')).toBe(false);
  });

  it('has only the file analyzed before approval, even if its server now sends another', async () => {
    const heardMd5 = createHash('md5').update(song).digest('hex');
    expect(await hand(withTrack(album(), { heardMd5 }))).toEqual({ is: 'accepted' });
    const other = withTrack(album(), { heardMd5: '0'.repeat(32) });
    const reason =
      'The audio of track 1 on disc 1 is not the file that was read before the approval. Request the album again.';
    expect(await hand(other)).toEqual({ is: 'impossible', reason });
    expect(await hand(other)).toEqual({ is: 'impossible', reason });
    expect((await bucket.files(other.storeDeliveryId)).has('manifest.json')).toBe(false);
  });

  it('has no audio file that only has the MD5 of the one read before approval', async () => {
    const [heardMd5, audioSha256] = ['md5', 'sha256'].map((name) =>
      createHash(name).update(song).digest('hex'),
    );
    const read = { heardMd5: heardMd5 ?? null, audioSha256: audioSha256 ?? '' };
    expect(await hand(withTrack(album(), read))).toEqual({ is: 'accepted' });
    const other = withTrack(album(), { ...read, audioSha256: '0'.repeat(64) });
    const reason =
      'The audio of track 1 on disc 1 is not the file that was read before the approval. Request the album again.';
    expect(await hand(other)).toEqual({ is: 'impossible', reason });
    expect((await bucket.files(other.storeDeliveryId)).has('manifest.json')).toBe(false);
  });

  it('is rejected permanently if its audio could not be read before approval', async () => {
    const one = withTrack(album(), { isUnread: true });
    const reason =
      'The audio of track 1 on disc 1 was not read before the approval. Request the album again.';
    expect(await hand(one)).toEqual({ is: 'impossible', reason });
    expect((await bucket.files(one.storeDeliveryId)).has('manifest.json')).toBe(false);
  });

  it('has only the cover seen before approval, even if its server now sends another', async () => {
    const one = album();
    const withCover = (artworkSha256: string | null) => ({
      ...one,
      release: { ...one.release, artworkSha256 },
    });
    const seen = createHash('sha256').update(small).digest('hex');
    const reason = 'The artwork is not the file that was read before the approval. Request the album again.';
    for (let attempt = 1; attempt <= 2; attempt++)
      expect(await hand(withCover('0'.repeat(64)))).toEqual({ is: 'impossible', reason });
    const unread = 'The artwork was not read before the approval. Request the album again.';
    expect(await hand(withCover(null))).toEqual({ is: 'impossible', reason: unread });
    expect((await bucket.files(one.storeDeliveryId)).has('manifest.json')).toBe(false);
    expect(await hand(withCover(seen))).toEqual({ is: 'accepted' });
  });

  it('is rejected with a character that XML cannot carry, before files are read', async () => {
    const one = album();
    const reason = expect.stringContaining('control character');
    const release = { ...one.release, title: 'Small\u0001Hours' };
    expect(await hand({ ...one, release })).toEqual({ is: 'impossible', reason });
    expect(files.asked).toEqual([]);
  });

  it('is written without holding any file in memory', async () => {
    const size = 120e6;
    files.served.set('/1.wav', (_, response) => {
      response.writeHead(200, { 'content-length': size });
      const piece = Buffer.alloc(1e6);
      let sent = 0;
      const write = () => {
        while (sent < size) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    bucket.beforeWrite = () => {
      // Pieces that nothing uses any longer are not held.
      collectGarbage();
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      return undefined;
    };
    const one = album();
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const sizes = (await checkedPackage(one)).manifest.files.map(({ bytes }: { bytes: number }) => bytes);
    expect(sizes).toContain(size);
    expect(peak).toBeLessThan(size);
  });
});

describe('a file that cannot be read', () => {
  const half = audio.subarray(0, 4e6);

  it.each<[string, (path: string) => void, string]>([
    [
      'is not there',
      (path) => files.served.delete(path),
      'The server responded with status 404 instead of the file.',
    ],
    [
      'meets an error',
      (path) => files.served.set(path, (_, response) => void response.writeHead(503).end()),
      'status 503',
    ],
    [
      'is elsewhere',
      (path) =>
        files.served.set(
          path,
          (_, response) => void response.writeHead(302, { location: files.url('/cover.png') }).end(),
        ),
      'status 302',
    ],
    ['is empty', (path) => files.served.set(path, Buffer.alloc(0)), 'The file is empty.'],
    [
      'breaks off',
      (path) =>
        files.served.set(path, (_, response) => {
          response.writeHead(200, { 'content-length': audio.length });
          response.write(half, () => response.destroy());
        }),
      'The server closed the connection without responding.',
    ],
    [
      'breaks off between two chunks',
      (path) =>
        files.served.set(path, (_, response) => {
          response.writeHead(200);
          response.write(half, () => response.destroy());
        }),
      'The server closed the connection without responding.',
    ],
    [
      'is announced as larger than any',
      (path) =>
        files.served.set(
          path,
          (_, response) => void response.writeHead(200, { 'content-length': 6e9 + 1 }).write(half),
        ),
      'The file is larger than 6 GB.',
    ],
  ])('fails the attempt with a sentence and leaves no manifest when it %s', async (_, make, sentence) => {
    make('/1.wav');
    const one = album();
    const reason = expect.stringMatching(/^The audio of track 1 on disc 1 cannot be read\. .*\.$/);
    expect(await hand(one)).toEqual({ is: 'failed', reason });
    expect(await hand(one)).toEqual({ is: 'failed', reason: expect.stringContaining(sentence) });
    expect([...(await bucket.files(one.storeDeliveryId)).keys()].join()).not.toMatch(
      /manifest|1-01-[0-9a-f]{12}\.wav/,
    );
    expect(await bucket.unfinished()).toEqual([]);
    files.served.set('/1.wav', song);
    expect(await hand(one)).toEqual({ is: 'accepted' });
    await checkedPackage(one);
  });

  it('fails the attempt when its server does not respond', async () => {
    files.served.set(
      '/1.wav',
      (_, response) => void response.writeHead(200, { 'content-length': audio.length }).write(half),
    );
    const one = album();
    const reason = 'The audio of track 1 on disc 1 cannot be read. The server took too long to respond.';
    expect(await hand(one, { idleTimeoutMs: 2000 })).toEqual({ is: 'failed', reason });
    expect(await bucket.unfinished()).toEqual([]);
  });

  it('fails the attempt when its length is unknown', async () => {
    const port = await rawReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf of a file'));
    });
    const one = withAudio(album(), `https://127.0.0.1:${port}/1.wav`);
    const reason = expect.stringContaining('The server does not report the size of the file.');
    expect(await hand(one)).toEqual({ is: 'failed', reason });
  });

  it.each([
    ['https://10.0.0.1/1.wav'],
    ['http://127.0.0.1/1.wav'],
    ['https://user:secret@files.example/1.wav'],
  ])('fails the attempt without naming its URL when the URL is rejected: %s', async (url) => {
    const outcome = await hand(withAudio(album(), url));
    expect(outcome).toEqual({
      is: 'failed',
      reason: expect.stringMatching(/^The audio .* cannot be read\. The /),
    });
    expect(JSON.stringify(outcome)).not.toMatch(/secret|127\.0\.0\.1|10\.0\.0\.1/);
  });

  it('is left to the next attempt, which reads only missing parts, when time is up', async () => {
    const over = new AbortController();
    files.served.set('/2.mov', (_, response) => {
      response.writeHead(200, { 'content-length': small.length });
      response.write(small.subarray(0, 1), () => over.abort());
    });
    const one = album();
    const reason = 'The video of track 2 on disc 1 cannot be read. The server took too long to respond.';
    // Delivered first, because the abort would end these reads too.
    const { tracks } = one.release;
    await hand({ ...one, release: { ...one.release, tracks: tracks.slice(0, 1) }, storeDeliveryId: 'other' });
    expect(await hand(one, { until: over.signal })).toEqual({
      is: 'failed',
      reason: expect.stringContaining(reason.slice(-27)),
    });
    files.served.set('/2.mov', small);
    files.asked.length = 0;
    const before = [...(await bucket.files(one.storeDeliveryId)).keys()];
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect(files.asked).toHaveLength(4 - before.length);
    await checkedPackage(one);
  });
});
