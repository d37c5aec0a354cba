/**
 * For the tests of one file: a bucket, files of releases, and the store of packages that they are handed to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  type PackageOptions,
  packageStore,
} from '../../../shared/distribution/stores/package/package-store.ts';
import type { Parcel, ParcelTrack } from '../../../shared/ern/write/parcel.ts';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { stopReceivers, trustReceivers } from '../receivers.ts';
import { testSettings } from '../table.ts';
import { type FileServer, fileServer } from './file-server.ts';
import { type LocalBucket, withBucket } from './local-bucket.ts';
import { parcel, release, track } from './parcel.ts';
import { allNodes, textsAt, type XmlNode, xmlTree } from './xml-tree.ts';

export let bucket: LocalBucket;
/** More than one part of an upload. */
export const audio = randomBytes(5.5e6);
export const small = Buffer.from('a small file');
export const song = Buffer.from('a small song');
export let files: FileServer;
let deliveries = 0;

/** For the tests of one file: call it before the first of them. */
export function withHandingOver(): void {
  bucket = withBucket();
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
    files.served.set('/cover.png', small).set('/1.wav', song).set('/atmos.wav', small).set('/2.mov', small);
  });
}

/** A song with a Dolby Atmos master and a video. */
export function album(particulars: Partial<Parcel> = {}): Parcel {
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
export const withAudio = (one: Parcel, url: string): Parcel => {
  const [song, ...others] = one.release.tracks;
  return { ...one, release: { ...one.release, tracks: [{ ...song, ...track({ audio: url }) }, ...others] } };
};

/** The same, with the digest of the song's audio. */
export const withMd5 = (one: Parcel, md5: string): Parcel => withTrack(one, { md5 });

/** The same, with other facts of the song. */
export const withTrack = (one: Parcel, facts: Partial<ParcelTrack>): Parcel => ({
  ...one,
  release: {
    ...one.release,
    tracks: one.release.tracks.map((each, index) => (index === 0 ? { ...each, ...facts } : each)),
  },
});

export const hand = (one: Parcel, source: Partial<PackageOptions['source']> = {}) => {
  const until = new AbortController().signal;
  return packageStore({
    bucket: new Bucket(bucket.name),
    settings: testSettings.packages,
    source: { allowedCidrs: testSettings.webhookAllowedCidrs, idleTimeoutMs: 60_000, until, ...source },
  }).hand(one, 1);
};

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** @returns the manifest and the message of a package, all of whose files are there as described. */
export async function checkedPackage({ storeDeliveryId }: Parcel) {
  const found = await bucket.files(storeDeliveryId);
  const manifest = JSON.parse(String(found.get('manifest.json')));
  for (const { name, bytes, sha256: sum } of [manifest.message, ...manifest.files]) {
    const content = found.get(name) ?? Buffer.alloc(0);
    expect([name, content.length, sha256(content)]).toEqual([name, bytes, sum]);
  }
  const message = xmlTree(String(found.get(manifest.message.name)));
  const described = allNodes(message).filter(({ name }) => name === 'File');
  const read = (file: XmlNode) => [...textsAt(file, 'URI'), ...textsAt(file, 'HashSum', 'HashSumValue')];
  const listed = manifest.files.map((file: { name: string; sha256: string; md5?: string }) => [
    file.name,
    file.md5 ?? file.sha256,
  ]);
  expect(described.map(read).toSorted()).toEqual(listed.toSorted());
  return { manifest, message, names: [...found.keys()] };
}
