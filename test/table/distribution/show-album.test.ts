/** show-album, from a draft to an album that a store rejects. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { setValidated } from '../../support/distribution/validated.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  album = (await newRelease(ada, { title: 'Small Hours', dsps: ['1', '4'] })).album;
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into the parts of the result.
const shown = async (id = album): Promise<any> => command('show-album', { id });

it('show-album shows a complete draft', async () => {
  expect(await shown()).toEqual({
    why: 'The album is a complete draft. Its owner has not requested its distribution.',
    id: album,
    seen: '0-0-0',
    title: 'Small Hours',
    status: 'draft',
    'qa-status': null,
    organization: ada.organizationId,
    'organization-name': expect.any(String),
    user: ada.userId,
    dsps: ['1', '4'],
    'live-on': [],
    missing: [],
    masters: [],
    requests: [],
    deliveries: [],
    history: [],
  });
});

it('show-album shows what is missing, and masters without addresses', async () => {
  const { album: incomplete } = await newRelease(ada, { artwork: null });
  const video = { title: 'Rain', order: 3, 'is-video': true, 'full-audiofile-url': null };
  const track = await newTrack(ada, incomplete, video);
  const url = 'https://files.example/rain.mp4?signature=x';
  const asset = await create(ada, 'track-assets', {
    attributes: { 'asset-type': 'video', url },
    relationships: { track: { data: { type: 'tracks', id: track } } },
  });
  await setValidated(asset, 'invalid', new Date());
  const found = await shown(incomplete);
  const missing = ['The album has no artwork.', 'The track "Rain" has no main artist.'];
  expect(found).toMatchObject({
    why: `The album is a draft that cannot be distributed yet: ${missing[0]} (1 more)`,
    missing,
    masters: [{ id: asset, track, title: 'Rain', type: 'video', status: 'invalid' }],
  });
  expect(JSON.stringify(found)).not.toContain('rain.mp4');
});

it('show-album follows requests and deliveries', async () => {
  const id = await request(ada, album);
  const waiting = `The delivery request ${id} has waited for a review since `;
  expect((await shown()).why).toContain(waiting);
  await approve(id);
  expect((await shown()).why).toBe('The delivery to DSPs 1, 4 has not finished yet.');
  const hand = async (dsp: string) =>
    dsp === '1' ? ({ is: 'accepted' } as const) : ({ is: 'failed', reason: 'No connection.' } as const);
  await runStores({ storeFor: (dsp) => ({ hand: () => hand(dsp) }) });
  expect(await shown()).toMatchObject({
    why: expect.stringMatching(/^The delivery to DSP 4 is attempted again at 2.*failed: No connection\.$/),
    status: 'delivered',
    'live-on': ['1'],
  });
  for (const minutes of [1, 2])
    await runStores({
      now: () => new Date(Date.now() + minutes * 60_000),
      storeFor: (dsp) => ({ hand: () => hand(dsp) }),
    });
  const { why, deliveries } = await shown();
  expect(why).toBe(
    'DSP 4 did not get the last delivery: No connection. To resolve it: ask the owner for a delivery request to DSP 4.',
  );
  const ofDsp = (dsp: string) => deliveries.find((each: { dsp: string }) => each.dsp === dsp).id;
  await command('report-store', { 'delivery-id': ofDsp('1'), outcome: 'rejected', reason: 'Noise.' });
  const end = await shown();
  expect(end.requests).toMatchObject([{ id, type: 'delivery', status: 'sent', dsps: ['1', '4'] }]);
  expect(end.deliveries).toMatchObject([
    { dsp: expect.any(String), type: 'delivery' },
    { dsp: expect.any(String) },
  ]);
  const history: { at: string; what: string; detail?: string | null }[] = end.history;
  expect(history.map(({ what }) => what).toSorted()).toEqual([
    'delivery approved',
    'delivery requested',
    'delivery to DSP 1 created',
    'delivery to DSP 1 sent',
    'delivery to DSP 4 created',
    'delivery to DSP 4 failed',
    'rejected by DSP 1',
  ]);
  const times = history.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(history.find(({ what }) => what === 'rejected by DSP 1')).toMatchObject({ detail: 'Noise.' });
});

it('show-album lists the DSPs that have the album by id, not by delivery', async () => {
  const { album: other } = await newRelease(ada, { dsps: ['1', '4'] });
  await approve(await request(ada, other));
  const failed = { is: 'failed', reason: 'No connection.' } as const;
  await runStores({ storeFor: (dsp) => ({ hand: async () => (dsp === '1' ? failed : { is: 'accepted' }) }) });
  await runStores({
    now: () => new Date(Date.now() + 60_000),
    storeFor: () => ({ hand: async () => ({ is: 'accepted' }) }),
  });
  expect(await shown(other)).toMatchObject({
    why: 'The album is on DSPs 1, 4. It waits for the report of DSPs 1, 4.',
    'live-on': ['1', '4'],
  });
});

it('show-album rejects an unknown album', async () => {
  const detail = 'There is no album 7.';
  expect(await problemsOf('show-album', { id: '7' })).toEqual([{ code: 'unknown_record', detail }]);
  expect((await problemsOf('show-album', { id: 'x' }))[0]).toEqual({
    code: 'invalid_value',
    detail: '<id> must be an id.',
  });
});
