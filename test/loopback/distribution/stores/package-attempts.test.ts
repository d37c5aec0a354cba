/** Packages that are written by more than one attempt. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Parcel } from '../../../../shared/ern/write/parcel.ts';
import { firstMiddleLast } from '../../../support/long-run.ts';
import {
  album,
  audio,
  bucket,
  checkedPackage,
  files,
  hand,
  sha256,
  small,
  song,
  withAudio,
  withHandingOver,
  withMd5,
} from '../../../support/stores/handing-over.ts';
import { textsAt } from '../../../support/stores/xml-tree.ts';

withHandingOver();

describe('a repeated attempt', () => {
  it('reads and writes nothing if the package is complete', async () => {
    const one = album();
    await hand(one);
    bucket.revive();
    files.asked.length = 0;
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect([bucket.writes, files.asked]).toEqual([0, []]);
  });

  it('sends the current file of a track, not an earlier one', async () => {
    const one = album();
    files.served.delete('/2.mov');
    expect(await hand(one)).toMatchObject({ is: 'failed' });
    files.served.set('/2.mov', small).set('/new.wav', Buffer.from('another take'));
    const changed = withAudio(one, files.url('/new.wav'));
    expect(await hand(changed)).toEqual({ is: 'accepted' });
    const sums = (await checkedPackage(one)).manifest.files.map((file: { sha256: string }) => file.sha256);
    expect(sums).toContain(sha256(Buffer.from('another take')));
    expect(sums).not.toContain(sha256(song));
  });

  it('describes a file as it is in the package, even if its URL now serves another', async () => {
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
  ])('completes the same package after a crash at any step: %s', async (_, content, least) => {
    files.served.set('/1.wav', content);
    const whole = content === audio ? onlyAudio(album()) : album();
    await hand(whole);
    const expected = await bucket.files(whole.storeDeliveryId);
    const { writes } = bucket;
    expect(writes).toBeGreaterThanOrEqual(least);
    const deaths = Array.from({ length: writes }, (_, writesBefore) => writesBefore).flatMap((writesBefore) =>
      [false, true].map((isWritten) => ({ writesBefore, isWritten })),
    );
    for (const { writesBefore, isWritten } of firstMiddleLast(deaths)) {
      const one = { ...whole, storeDeliveryId: `killed-${content.length}-${writesBefore}-${isWritten}` };
      const death = `write ${writesBefore}, ${isWritten ? 'done' : 'not done'}`;
      bucket.revive();
      bucket.crash = { writesBefore, isWritten };
      await expect(hand(one), death).rejects.toThrow();
      const left = await bucket.files(one.storeDeliveryId);
      expect(left.has('manifest.json'), death).toBe(isWritten && writesBefore === writes - 1);
      bucket.revive();
      expect(await hand(one), death).toEqual({ is: 'accepted' });
      await checkedPackage(one);
      const found = await bucket.files(one.storeDeliveryId);
      expect(resourcesIn(found), death).toEqual(resourcesIn(expected));
      expect(found.size, death).toBe(expected.size);
    }
  });
});

it('a package whose message was written before an attempt died is completed with it, not with a second one', async () => {
  const md5 = createHash('md5').update(song).digest('hex');
  const whole = withMd5(album(), md5);
  await hand(whole);
  const { manifest } = await checkedPackage(whole);
  const one = { ...whole, storeDeliveryId: 'died-after-message' };
  bucket.revive();
  bucket.crash = { writesBefore: 5, isWritten: false };
  await expect(hand(one)).rejects.toThrow();
  expect(await messagesOf(one)).toEqual(['message.xml']);
  bucket.revive();
  const changed = { ...one, release: { ...one.release, title: 'Other Hours' } };
  files.asked.length = 0;
  expect(await hand(changed)).toEqual({ is: 'accepted' });
  expect(files.asked).toEqual([]);
  expect(await messagesOf(one)).toEqual(['message.xml']);
  const { manifest: completed, message } = await checkedPackage(one);
  expect(textsAt(message, 'ReleaseList', 'Release', 'DisplayTitleText')).toEqual([one.release.title]);
  const filesIn = ({ files: all }: { files: { name: string }[] }) =>
    all.toSorted((left, right) => left.name.localeCompare(right.name));
  expect(filesIn(completed)).toEqual(filesIn(manifest));
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

describe('two concurrent attempts', () => {
  it('write one package, which does not change once it has a manifest', async () => {
    const one = album();
    const before = await bucket.unfinished();
    const outcomes = await Promise.all([hand(one), hand(one), hand(one)]);
    expect(outcomes).toEqual(outcomes.map(() => ({ is: 'accepted' })));
    expect((await checkedPackage(one)).names).toHaveLength(6);
    expect(await bucket.unfinished()).toEqual(before);
  });

  it('write the package of one version if the release differs', async () => {
    const first = album();
    files.served.set('/new.wav', Buffer.from('another take'));
    const second = withAudio(first, files.url('/new.wav'));
    // The first attempt stops before its manifest until the second has written its own.
    const { promise, resolve } = Promise.withResolvers<void>();
    let manifests = 0;
    bucket.beforeWrite = (path) => {
      if (!path.includes('manifest.json')) return undefined;
      manifests += 1;
      return manifests === 1 ? promise : undefined;
    };
    const late = hand(first);
    await expect.poll(() => manifests, { interval: 10 }).toBe(1);
    expect(await hand(second)).toEqual({ is: 'accepted' });
    resolve();
    expect(await late).toEqual({ is: 'accepted' });
    const sums = (await checkedPackage(first)).manifest.files.map((file: { sha256: string }) => file.sha256);
    expect(sums).toContain(sha256(song));
    expect(await messagesOf(first)).toEqual(['message.xml']);
  });
});

const messagesOf = async ({ storeDeliveryId }: Parcel) =>
  [...(await bucket.files(storeDeliveryId)).keys()].filter((name) => name.endsWith('.xml'));
