/** What deliveries change of albums and tracks: since when stores have them, and the ISRCs that are theirs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { findTracks } from '../../../shared/usage/import/find-tracks.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import {
  accepted,
  albumStatus,
  approved,
  statusesOf,
  storing,
} from '../../support/distribution/deliveries.ts';
import { ask, create, newRelease } from '../../support/distribution/release.ts';
import { runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const rowOf = (type: string, id: string) => new Table().get(recordKey(type, id));

const finding = async (isrc: string) => (await findTracks(new Table(), [isrc])).get(isrc);

const liveSince = async (album: string): Promise<readonly { dsp: string; since: string | null }[]> =>
  (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data.meta['live-since'];

describe('the time since which a store has an album', () => {
  it('is that of the first delivery, which updates do not change and takedowns end', async () => {
    const { album } = await approved(ada, { dsps: ['1', '4'] });
    expect(await liveSince(album)).toEqual([]);
    await runStores({ ...accepted, now: () => new Date('2027-03-01T10:00:00Z') });
    const first = { since: '2027-03-01T10:00:00.000Z' };
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...first })));
    await approved(ada, { type: 'update', album });
    await runStores({ ...accepted, now: () => new Date('2027-03-02T10:00:00Z') });
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...first })));
    await approved(ada, { type: 'takedown', album });
    await runStores({ ...accepted, now: () => new Date('2027-03-03T10:00:00Z') });
    expect(await liveSince(album)).toEqual([]);
    await approved(ada, { album });
    await runStores({ ...accepted, now: () => new Date('2027-03-04T10:00:00Z') });
    const again = { since: '2027-03-04T10:00:00.000Z' };
    expect(await liveSince(album)).toEqual(['1', '4'].map((dsp) => ({ dsp, ...again })));
  });

  it('is null for deliveries before it was recorded, and known for later stores', async () => {
    const { album } = await approved(ada, { dsps: ['1'] });
    await runStores(accepted);
    await new Table().commit([
      { update: recordKey('albums', album), with: [{ remove: ['rest', 'live-since'] }] },
    ]);
    expect(await liveSince(album)).toEqual([{ dsp: '1', since: null }]);
    await create(ada, 'album-dsps', {
      relationships: {
        album: { data: { type: 'albums', id: album } },
        dsp: { data: { type: 'dsps', id: '4' } },
      },
    });
    await approved(ada, { album });
    await runStores({ ...accepted, now: () => new Date('2027-03-04T10:00:00Z') });
    expect(await liveSince(album)).toEqual([
      { dsp: '1', since: null },
      { dsp: '4', since: '2027-03-04T10:00:00.000Z' },
    ]);
  });
});

describe('a track', () => {
  it('keeps its ISRC from when its delivery is sent, even after a takedown', async () => {
    const isrc = 'DEAB12670001';
    const track = { 'isrc-code': 'DE-AB1-26-70001' };
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'], track });
    await approved(ada, { album });
    expect(await finding(isrc)).toBe('unknown');
    const rejecting = storing((dsp) =>
      dsp === '1' ? { is: 'rejected', reason: 'No.' } : { is: 'accepted' },
    );
    await runStores(rejecting);
    expect(await statusesOf(ada, album)).toEqual({ '1': 'error', '4': 'sent' });
    expect(await finding(isrc)).toMatchObject({ id: tracks[0], owner: ada.userId });
    await approved(ada, { type: 'takedown', album });
    await runStores(accepted);
    expect(await albumStatus(ada, album)).toBe('taken_down');
    expect(await finding(isrc)).toMatchObject({ id: tracks[0] });
  });

  it('keeps no ISRC if every store has rejected it', async () => {
    const isrc = 'DEAB12670002';
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1'], track: { 'isrc-code': isrc } });
    await approved(ada, { album });
    await runStores(storing(() => ({ is: 'rejected', reason: 'No.' })));
    expect(await finding(isrc)).toBe('unknown');
  });

  it('keeps both its new and its former ISRC once the update is sent', async () => {
    const isrc = 'DEAB12670003';
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1'], track: { 'isrc-code': isrc } });
    await approved(ada, { album });
    await runStores(accepted);
    const data = { type: 'tracks', id: tracks[0], attributes: { 'isrc-code': 'DEAB12670004' } };
    await ask(ada, 200, 'PATCH', `/tracks/${tracks[0]}`, { data });
    expect(await rowOf('tracks', tracks[0] ?? '')).toHaveProperty('rest.delivered-isrc', isrc);
    await approved(ada, { type: 'update', album });
    await runStores(accepted);
    expect(await rowOf('tracks', tracks[0] ?? '')).toHaveProperty('rest.delivered-isrc', 'DEAB12670004');
    const found = [await finding(isrc), await finding('DEAB12670004')];
    expect(found).toMatchObject([{ id: tracks[0] }, { id: tracks[0] }]);
  });
});
