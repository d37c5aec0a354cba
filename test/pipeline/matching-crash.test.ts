/** A matcher that is killed after any step, called twice or overtaken stores the same matches once. */

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { dueValue } from '../../shared/kit/work/due.ts';
import { rowKey } from '../../shared/kit/work/sweep-round.ts';
import { TRACKS_PER_PART } from '../../shared/matching/album-work.ts';
import { indexingWork } from '../../shared/matching/released/indexing-work.ts';
import { soundIndexingWork } from '../../shared/matching/released/sound-indexing-work.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { fillAlbum } from '../support/catalogue/fill.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { listen } from '../support/log.ts';
import { giveMatches, matchFound } from '../support/matches.ts';
import { newRelease, type Release } from '../support/releases.ts';
import { deleteRows } from '../support/rows.ts';
import { dueRows } from './due-places.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { indexRelease, indexRows, released, request, shown, useMatching } from './matching.ts';
import { saveStage } from './saved-stage.ts';
import { beforeNext, comeBetween, revive } from './steps.ts';
import { fates, meetFate, now, pass, queue, run, settle } from './work-stage.ts';

useMatching();
let ada: Person;
/** More tracks than are processed concurrently, of which a few match. */
let album: Release;
const matching = ['Amber Lantern', 'Quiet Harbour', 'Velvet Ostrich'];

beforeAll(async () => {
  comeBetween(queue());
  ada = await newAdmin();
  const [first = '', second = '', third = ''] = matching;
  // No analyses are started.
  const more = { 'allow-fingerprint-scan': false };
  const last = { title: third, order: TRACKS_PER_PART + 2, more };
  album = await newRelease(ada, [{ title: first, more }, { title: second, more }, last]);
  const count = TRACKS_PER_PART - 1;
  const between = { album: album.albumId, count, afterOrder: 2, artists: [], hasAudio: false };
  await fillAlbum({ ownerId: ada.userId, ...between });
  await released(matching.map((title) => ({ title })));
  await deleteSoundWork();
});
afterEach(async () => {
  revive();
  await deleteSoundWork();
});

/** Deletes the work that indexes each track of a release by sound. It is that of sound-crash. */
async function deleteSoundWork(): Promise<void> {
  const due = await new Table().getMany((await dueRows()).map(({ key }) => key));
  const rows = due.filter((row) => dueValue(row, 'dueKind') === soundIndexingWork.name);
  await new Table().commit(rows.map((row) => ({ delete: rowKey(row) })));
}

/** What the owner sees of the matches of the album, track by track. */
async function matches(): Promise<unknown[]> {
  const [first = '', second = ''] = album.trackIds;
  const all = await Promise.all([first, second, album.trackIds.at(-1) ?? ''].map((id) => shown(ada, id)));
  return all.map((some) => some.map(({ attributes }) => attributes['title']));
}
const matchRows = async () => (await allRows()).filter(({ pk }) => String(pk).startsWith('match-'));
const expected = matching.map((title) => [title]);

/** Expects no remaining work and consistent rows. */
async function expectDone(key: Key, about: string): Promise<void> {
  expect(await new Table().get(key), about).toBeUndefined();
  expect(faultsOf(definitions, await allRows()), about).toEqual([]);
}

const ending =
  (isLost: boolean, check: (about: string) => Promise<void>) => async (about: string, key: Key) => {
    await meetFate(isLost);
    await deleteSoundWork();
    await run(2);
    await check(about);
    await expectDone(key, about);
  };

describe.each(fates)('a function killed after any step with its message $fate', ({ isLost }) => {
  // Claim, two tracks, next part, message; claim, one track, end.
  it('leaves all tracks with their matches once', async () => {
    const putBack = await saveStage({ queues: queue() });
    const begin = async () => {
      await putBack();
      return request(album.albumId);
    };
    const end = ending(isLost, async (about) => expect(await matches(), about).toEqual(expected));
    expect(await killedAfterEveryStep({ begin, run: settle, end })).toBe(12);
    await putBack();
  });

  // Claim, place, a transaction, next part, message, place left; claim, place, a transaction, end, place left.
  it.each([{ isReleased: true }, { isReleased: false }])(
    'leaves the index in agreement with the album: %j',
    async ({ isReleased }) => {
      await indexRelease(album.albumId);
      await settle();
      const full = await indexRows(album.albumId);
      await indexRelease(album.albumId, false);
      if (isReleased) {
        await settle();
        await indexRelease(album.albumId, true);
      }
      await deleteSoundWork();
      const putBack = await saveStage({ queues: queue() });
      const begin = async () => {
        await putBack();
        return { pk: `matching#release#${album.albumId}`, sk: '#' };
      };
      const end = ending(isLost, async (about) =>
        expect(await indexRows(album.albumId), about).toEqual(isReleased ? full : []),
      );
      expect(await killedAfterEveryStep({ begin, run: settle, end })).toBe(12);
    },
  );
});

it('two concurrent copies of a message are processed once', async () => {
  await deleteRows(['match-list', 'match-block', 'journal']);
  const { lines, stop } = listen();
  const keys = [await request(album.albumId), await indexRelease(album.albumId)];
  await settle(2);
  stop();
  expect(await matches()).toEqual(expected);
  for (const key of keys) await expectDone(key, 'twice');
  const done = lines.filter(({ event }) => event === 'tracks.matched' || event === 'release.indexed');
  expect(done).toHaveLength(4);
  await indexRelease(album.albumId, false);
  await settle();
});

it('two concurrent requests for an album store its matches once', async () => {
  await deleteRows(['match-list', 'match-block', 'journal']);
  const keys = [await request(album.albumId), await request(album.albumId)];
  await settle();
  expect(await matches()).toEqual(expected);
  for (const key of keys) await expectDone(key, 'two requests');
});

it('a function whose claim has expired records nothing', async () => {
  await deleteRows(['match-list', 'match-block', 'journal']);
  const key = await request(album.albumId);
  const { lines, stop } = listen();
  let after: readonly Item[] = [];
  beforeNext('TransactWriteItemsCommand', async () => {
    const stamped = Date.now();
    pass(61);
    await run(1);
    after = await matchRows();
    // Transactions with rows of a journal are not sent later than ten seconds after their stamp.
    pass((stamped - Date.now()) / 1000);
  });
  await settle();
  stop();
  expect(lines.filter(({ outcome }) => outcome === 'overtaken')).toHaveLength(1);
  expect(await matches()).toEqual(expected);
  expect(await matchRows()).toEqual(after);
  await expectDone(key, 'overtaken');
});

it('an album taken down while being indexed is not in the index', async () => {
  const { albumId } = album;
  const key = await indexRelease(albumId);
  const { lines, stop } = listen();
  beforeNext('TransactWriteItemsCommand', async () => {
    pass(1);
    await new Table().commit([
      indexingWork.start({ albumId, ownerId: ada.userId, isReleased: false }, now()),
    ]);
  });
  await settle();
  stop();
  expect(lines.filter(({ outcome }) => outcome === 'overtaken')).toHaveLength(1);
  await run(2);
  expect(await indexRows(albumId)).toEqual([]);
  await expectDone(key, 'taken down');
});

it('matches that change during the comparison are replaced by its results', async () => {
  await deleteRows(['match-list', 'match-block', 'journal']);
  const [trackId = ''] = album.trackIds;
  await request(album.albumId);
  beforeNext('TransactWriteItemsCommand', async () => {
    await giveMatches({ trackId, ownerId: ada.userId }, [matchFound({ title: 'Other' })], now());
  });
  await settle();
  expect(await matches()).toEqual(expected);
});

it('a track deleted during the comparison gets no matches, while others do', async () => {
  await deleteRows(['match-list', 'match-block', 'journal']);
  const release = await newRelease(ada, [{ title: matching[0] ?? '' }, { title: matching[1] ?? '' }]);
  const [gone = '', kept = ''] = release.trackIds;
  const key = await request(release.albumId);
  beforeNext('TransactWriteItemsCommand', async () => {
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${gone}`, token: ada.token });
  });
  await settle();
  expect(await shown(ada, gone)).toEqual([]);
  expect(await shown(ada, kept)).toHaveLength(1);
  await expectDone(key, 'deleted');
});

it('matches found while their track is being deleted are deleted with it', async () => {
  const release = await newRelease(ada, [{ title: matching[0] ?? '' }]);
  const [trackId = ''] = release.trackIds;
  beforeNext('TransactWriteItemsCommand', async () => {
    await giveMatches({ trackId, ownerId: ada.userId }, [matchFound()], now());
  });
  await call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackId}`, token: ada.token });
  expect(
    (await allRows()).filter(({ track, pk }) => track === trackId || pk === `match-list#${trackId}`),
  ).toEqual([]);
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
