import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Bucket } from '../../../shared/bucket/bucket.ts';
import { type PackageOptions, packageStore } from '../../../shared/stores/package/package-store.ts';
import { MAX_FILE_BYTES } from '../../../shared/stores/package/source-file.ts';
import type { Parcel } from '../../../shared/stores/parcel.ts';
import { structureFaults } from '../../support/stores/ern-structure.ts';
import { type FileServer, fileServer } from '../../support/stores/file-server.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { parcel, release, track } from '../../support/stores/parcel.ts';
import { allNodes, textsAt, type XmlNode, xmlTree } from '../../support/stores/xml-tree.ts';
import { testSettings } from '../../support/table.ts';
import { rawReceiver, stopReceivers, trustReceivers } from '../webhooks/receivers.ts';

const bucket = withBucket();
/** More than one part of an upload. */
const audio = randomBytes(5.5e6);
const small = Buffer.from('a small file');
let files: FileServer;
let deliveries = 0;

beforeAll(async () => {
  trustReceivers();
  files = await fileServer();
});
afterAll(stopReceivers);

beforeEach(() => {
  bucket.revive();
  bucket.beforeWrite = undefined;
  files.served.clear();
  files.asked.length = 0;
  files.served.set('/cover.png', small).set('/1.wav', audio).set('/atmos.wav', small).set('/2.mov', small);
});

/** A song with a Dolby Atmos master and a video. */
function album(particulars: Partial<Parcel> = {}): Parcel {
  const song = {
    audio: files.url('/1.wav'),
    masters: [{ type: 'dolby_atmos' as const, url: files.url('/atmos.wav') }],
  };
  const video = {
    audio: null,
    isVideo: true,
    masters: [{ type: 'video' as const, url: files.url('/2.mov') }],
  };
  const tracks = [track(song), track({ order: 2, ...video })];
  deliveries += 1;
  return parcel({
    storeDeliveryId: `delivery-${deliveries}`,
    release: release({ artwork: files.url('/cover.png'), tracks }),
    ...particulars,
  });
}

/** The same delivery, later. */
const withAudio = (one: Parcel, url: string): Parcel => {
  const [song, ...others] = one.release.tracks;
  return { ...one, release: { ...one.release, tracks: [{ ...song, ...track({ audio: url }) }, ...others] } };
};

const hand = (one: Parcel, source: Partial<PackageOptions['source']> = {}) => {
  const until = new AbortController().signal;
  return packageStore({
    bucket: new Bucket(bucket.name),
    settings: testSettings.packages,
    source: { allowedCidrs: testSettings.webhookAllowedCidrs, idleTimeoutMs: 5000, until, ...source },
  }).hand(one, 1);
};

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** @returns the manifest and the message of a package, all of whose files are there as described. */
async function checkedPackage({ storeDeliveryId }: Parcel) {
  const found = await bucket.files(storeDeliveryId);
  const manifest = JSON.parse(String(found.get('manifest.json')));
  for (const { name, bytes, sha256: sum } of [manifest.message, ...manifest.files]) {
    const content = found.get(name) ?? Buffer.alloc(0);
    expect([name, content.length, sha256(content)]).toEqual([name, bytes, sum]);
  }
  const message = xmlTree(String(found.get(manifest.message.name)));
  const described = allNodes(message).filter(({ name }) => name === 'File');
  const read = (file: XmlNode) => [...textsAt(file, 'URI'), ...textsAt(file, 'HashSum', 'HashSumValue')];
  const listed = manifest.files.map((file: { name: string; sha256: string }) => [file.name, file.sha256]);
  expect(described.map(read).toSorted()).toEqual(listed.toSorted());
  return { manifest, message, names: [...found.keys()] };
}

describe('a package', () => {
  it('has the files, the message that describes them, and the manifest, which is written last', async () => {
    const one = album();
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const { manifest, message, names } = await checkedPackage(one);
    expect(structureFaults(message)).toEqual([]);
    expect(manifest).toMatchObject({ type: 'delivery', dsp: { id: '1' }, albumId: '7' });
    expect(manifest.files).toHaveLength(4);
    expect(names).toHaveLength(6);
    expect(bucket.log.at(-1)).toContain('manifest.json');
    expect(bucket.log.at(-2)).toContain('.xml');
    expect(await bucket.unfinished()).toEqual([]);
  });

  it.each(['update', 'redelivery'] as const)('of an %s has the files again', async (type) => {
    const one = album({ type });
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect((await checkedPackage(one)).manifest).toMatchObject({ type, files: { length: 4 } });
  });

  it('of a takedown has no files, and needs none', async () => {
    const one = album({
      type: 'takedown',
      release: release({ artwork: null, tracks: [track({ audio: null })] }),
    });
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect((await checkedPackage(one)).manifest.files).toEqual([]);
    expect(files.asked).toEqual([]);
  });

  it('is not written without tracks, or with a file missing', async () => {
    expect(await hand(album({ release: release({ tracks: [] }) }))).toEqual({ is: 'skipped' });
    for (const [particulars, reason] of [
      [{ artwork: null }, 'The release has no artwork.'],
      [{ tracks: [track({ audio: null })] }, 'Track 1 on disc 1 has no audio.'],
      [{ tracks: [track({ isVideo: true })] }, 'Track 1 on disc 1 has no video.'],
    ] as const) {
      expect(await hand(album({ release: release(particulars) }))).toEqual({ is: 'refused', reason });
    }
    expect(files.asked).toEqual([]);
  });

  it('is refused, before any file is read, with a character that XML cannot carry', async () => {
    const one = album();
    const reason = expect.stringContaining('control character');
    const release = { ...one.release, title: 'Small\u0001Hours' };
    expect(await hand({ ...one, release })).toEqual({ is: 'refused', reason });
    expect(files.asked).toEqual([]);
  });

  it('is written from files of any size without holding one in memory', async () => {
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
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      return undefined;
    };
    const one = album();
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const sizes = (await checkedPackage(one)).manifest.files.map(({ bytes }: { bytes: number }) => bytes);
    expect(sizes).toContain(size);
    expect(peak).toBeLessThan(size);
  }, 60_000);
});

describe('a file that cannot be read', () => {
  const half = audio.subarray(0, 4e6);

  it.each<[string, (path: string) => void, string]>([
    [
      'is not there',
      (path) => files.served.delete(path),
      'The server answered with status 404 instead of the file.',
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
      'The server closed the connection.',
    ],
    [
      'breaks off between two chunks',
      (path) =>
        files.served.set(path, (_, response) => {
          response.writeHead(200);
          response.write(half, () => response.destroy());
        }),
      'The server closed the connection.',
    ],
    [
      'is announced as larger than any',
      (path) =>
        files.served.set(
          path,
          (_, response) => void response.writeHead(200, { 'content-length': MAX_FILE_BYTES + 1 }).write(half),
        ),
      'The file is larger than 6 GB.',
    ],
  ])(
    'because it %s makes the try fail with a sentence, and leaves no manifest',
    async (_, make, sentence) => {
      make('/1.wav');
      const one = album();
      const reason = expect.stringMatching(/^The audio of track 1 on disc 1 cannot be read\. .*\.$/);
      expect(await hand(one)).toEqual({ is: 'failed', reason });
      expect(await hand(one)).toEqual({ is: 'failed', reason: expect.stringContaining(sentence) });
      expect([...(await bucket.files(one.storeDeliveryId)).keys()].join()).not.toMatch(
        /manifest|1-01-[0-9a-f]{12}\.wav/,
      );
      expect(await bucket.unfinished()).toEqual([]);
      files.served.set('/1.wav', audio);
      expect(await hand(one)).toEqual({ is: 'accepted' });
      await checkedPackage(one);
    },
  );

  it('because its server is silent makes the try fail', async () => {
    files.served.set(
      '/1.wav',
      (_, response) => void response.writeHead(200, { 'content-length': audio.length }).write(half),
    );
    const one = album();
    const reason = 'The audio of track 1 on disc 1 cannot be read. The server took too long.';
    expect(await hand(one, { idleTimeoutMs: 100 })).toEqual({ is: 'failed', reason });
    expect(await bucket.unfinished()).toEqual([]);
  });

  it('because nothing says where it ends makes the try fail', async () => {
    const port = await rawReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf of a file'));
    });
    const one = withAudio(album(), `https://127.0.0.1:${port}/1.wav`);
    const reason = expect.stringContaining('The server does not say how large the file is.');
    expect(await hand(one)).toEqual({ is: 'failed', reason });
  });

  it.each([
    ['https://10.0.0.1/1.wav'],
    ['http://127.0.0.1/1.wav'],
    ['https://user:secret@files.example/1.wav'],
  ])('because its URL is refused makes the try fail, without naming the URL: %s', async (url) => {
    const outcome = await hand(withAudio(album(), url));
    expect(outcome).toEqual({
      is: 'failed',
      reason: expect.stringMatching(/^The audio .* cannot be read\. The /),
    });
    expect(JSON.stringify(outcome)).not.toMatch(/secret|127\.0\.0\.1|10\.0\.0\.1/);
  });

  it('when the time of the caller is over is left to the next try, which reads only what is missing', async () => {
    const over = new AbortController();
    files.served.set('/2.mov', (_, response) => {
      response.writeHead(200, { 'content-length': small.length });
      response.write(small.subarray(0, 1), () => over.abort());
    });
    const one = album();
    const reason = 'The video of track 2 on disc 1 cannot be read. The server took too long.';
    // One after the other: otherwise the abort would end others too.
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

describe('a try after another', () => {
  it('of a package that is complete reads and writes nothing', async () => {
    const one = album();
    await hand(one);
    bucket.revive();
    files.asked.length = 0;
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect([bucket.writes, files.asked]).toEqual([0, []]);
  });

  it('sends the file that a track has now, not the one it had', async () => {
    const one = album();
    files.served.delete('/2.mov');
    expect(await hand(one)).toMatchObject({ is: 'failed' });
    files.served.set('/2.mov', small).set('/new.wav', Buffer.from('another take'));
    const changed = withAudio(one, files.url('/new.wav'));
    expect(await hand(changed)).toEqual({ is: 'accepted' });
    const sums = (await checkedPackage(one)).manifest.files.map((file: { sha256: string }) => file.sha256);
    expect(sums).toContain(sha256(Buffer.from('another take')));
    expect(sums).not.toContain(sha256(audio));
  });

  it('describes a file as it is in the package, also if there is another at its URL by now', async () => {
    const one = album();
    files.served.delete('/2.mov');
    await hand(one);
    files.served.set('/2.mov', small).set('/1.wav', Buffer.from('replaced in place'));
    expect(await hand(one)).toEqual({ is: 'accepted' });
    await checkedPackage(one);
  });

  it.each([
    ['a release of small files', small, 6],
    ['a file in several parts', audio, 7],
  ])(
    'goes on from wherever the first one died, to the same package: %s',
    async (_, song, least) => {
      files.served.set('/1.wav', song);
      const whole = song === audio ? onlyAudio(album()) : album();
      await hand(whole);
      const expected = await bucket.files(whole.storeDeliveryId);
      const { writes } = bucket;
      expect(writes).toBeGreaterThanOrEqual(least);
      for (let writesBefore = 0; writesBefore < writes; writesBefore++) {
        for (const isWritten of [false, true]) {
          const one = { ...whole, storeDeliveryId: `killed-${song.length}-${writesBefore}-${isWritten}` };
          bucket.revive();
          bucket.crash = { writesBefore, isWritten };
          await expect(hand(one)).rejects.toThrow();
          const left = await bucket.files(one.storeDeliveryId);
          expect(left.has('manifest.json')).toBe(isWritten && writesBefore === writes - 1);
          bucket.revive();
          expect(await hand(one)).toEqual({ is: 'accepted' });
          await checkedPackage(one);
          const found = await bucket.files(one.storeDeliveryId);
          expect(resourcesIn(found)).toEqual(resourcesIn(expected));
          expect(found.size).toBe(expected.size);
        }
      }
    },
    60_000,
  );
});

const resourcesIn = (all: ReadonlyMap<string, Buffer>) =>
  [...all]
    .filter(([name]) => name.startsWith('resources/'))
    .map(([name, content]) => [name, sha256(content)]);

/** A release of one song, without other masters. */
const onlyAudio = (one: Parcel): Parcel => ({
  ...one,
  release: {
    ...one.release,
    tracks: one.release.tracks.slice(0, 1).map((song) => ({ ...song, masters: [] })),
  },
});

describe('two tries at once', () => {
  it('end in one package, which nothing changes once it has a manifest', async () => {
    const one = album();
    const before = await bucket.unfinished();
    const outcomes = await Promise.all([hand(one), hand(one), hand(one)]);
    expect(outcomes).toEqual(outcomes.map(() => ({ is: 'accepted' })));
    expect((await checkedPackage(one)).names).toHaveLength(6);
    expect(await bucket.unfinished()).toEqual(before);
  });

  it('with different versions of the release end in the package of one of them', async () => {
    const first = album();
    files.served.set('/new.wav', Buffer.from('another take'));
    const second = withAudio(first, files.url('/new.wav'));
    // The first is held up before its manifest until the second has written its own.
    const { promise, resolve } = Promise.withResolvers<void>();
    let manifests = 0;
    bucket.beforeWrite = (path) => {
      if (!path.includes('manifest.json')) return undefined;
      manifests += 1;
      return manifests === 1 ? promise : undefined;
    };
    const late = hand(first);
    await expect.poll(() => manifests, { timeout: 10_000, interval: 10 }).toBe(1);
    expect(await hand(second)).toEqual({ is: 'accepted' });
    resolve();
    expect(await late).toEqual({ is: 'accepted' });
    const sums = (await checkedPackage(first)).manifest.files.map((file: { sha256: string }) => file.sha256);
    expect(sums).toContain(sha256(Buffer.from('another take')));
  });
});
