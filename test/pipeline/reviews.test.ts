/** Distribution requests on a stage with automatic QA. */

import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../shared/catalogue/api/albums.ts';
import { codesKey } from '../../shared/distribution/keys.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { matchingWork } from '../../shared/matching/text/matching-work.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { fillAlbum } from '../support/catalogue/fill.ts';
import { ask, create, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { setValidated } from '../support/distribution/validated.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { metricLines } from '../support/metrics.ts';
import { setFields } from '../support/rows.ts';
import { now, pass, queue, useDistribution, work, workFor } from './distribution.ts';
import { settle } from './work-stage.ts';

useDistribution({
  qaMode: 'auto',
  qaWaitSeconds: 5,
  sandboxReportSeconds: 0,
  codes: { isrc: 'QZREV', gs1: '0850003' },
});
let ada: Person;
beforeAll(async () => {
  hearTable();
  ada = await newAdmin({ video: true, 'music-videos': true });
});

const one = (type: string, id: string) => ({ data: { type, id } });
/** A track on the DSP. */
const small = { tracks: 1, dsps: ['1'] };
const codeless = { ...small, 'upc-code': null, track: { 'isrc-code': null } };
const statusOf = async (id: string, person = ada) =>
  (await ask(person, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;
const decisionsOn = async (id: string) =>
  ((await command('show-request', { id })) as { decisions: readonly object[] }).decisions;
const albumOf = async (id: string) => (await ask(ada, 200, 'GET', `/albums/${id}`)).body.data.attributes;

async function reviewed(): Promise<void> {
  await work();
  pass(5);
  await work();
}

describe('a request under automatic review', () => {
  it('is approved after a short wait if its album is complete', async () => {
    const { album } = await newRelease(ada, small);
    const id = await request(ada, album);
    await work();
    expect(await statusOf(id)).toBe('pending');
    pass(5);
    await work();
    expect(await statusOf(id)).toBe('sent');
    expect(await albumOf(album)).toMatchObject({ 'last-status': 'delivered', 'qa-status': 'approved' });
    expect(await decisionsOn(id)).toMatchObject([{ decision: 'approved', actor: 'service', reason: null }]);
  });

  it('is rejected with a list of what its album lacks at that time', async () => {
    const { album } = await newRelease(ada, small);
    const id = await request(ada, album);
    await setFields(albums, album, { artwork: null });
    await reviewed();
    expect(await statusOf(id)).toBe('rejected');
    expect(await albumOf(album)).toMatchObject({ 'last-status': 'rejected', 'qa-status': 'rejected' });
    expect(await decisionsOn(id)).toMatchObject([
      { decision: 'rejected', actor: 'service', reason: 'The album has no artwork.' },
    ]);
  });

  it('lists at most ten missing items', async () => {
    const { album, artist } = await newRelease(ada, { tracks: 0, dsps: ['1'] });
    await fillAlbum({ ownerId: ada.userId, album, count: 12, artists: [artist] });
    const { body } = await ask(ada, 200, 'GET', `/albums/${album}?include=tracks.track-artists`);
    const links = body.included.filter(({ type }: { type: string }) => type === 'track-artists');
    const id = await request(ada, album);
    for (const { id: link } of links) await ask(ada, 204, 'DELETE', `/track-artists/${link}`);
    await reviewed();
    const [decision] = await decisionsOn(id);
    expect(decision).toMatchObject({
      reason: expect.stringMatching(/^(The track "[^"]+" has no main artist\. ){10}And 2 more\.$/),
    });
  });

  it('waits for the owner first if the owner decides before QA', async () => {
    const owner = await newAdmin({ preapproval: true });
    const { album } = await newRelease(owner, small);
    const id = await request(owner, album);
    await reviewed();
    expect(await statusOf(id, owner)).toBe('preapproved');
    await ask(owner, 200, 'POST', `/distribution-requests/${id}/preapprove`);
    await reviewed();
    expect(await statusOf(id, owner)).toBe('sent');
  });

  it('waits for the validation of a video master and follows its outcome', async () => {
    for (const { status, outcome } of [
      { status: 'valid', outcome: 'sent' },
      { status: 'invalid', outcome: 'rejected' },
    ] as const) {
      const { album, tracks } = await newRelease(ada, small);
      const [track = ''] = tracks;
      await ask(ada, 200, 'PATCH', `/tracks/${track}`, {
        data: { type: 'tracks', id: track, attributes: { 'is-video': true } },
      });
      const asset = await create(ada, 'track-assets', {
        attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/master.mp4' },
        relationships: { track: one('tracks', track) },
      });
      const id = await request(ada, album);
      await reviewed();
      expect(await statusOf(id)).toBe('pending');
      await setValidated(asset, status, now());
      await workFor(2);
      expect(await statusOf(id), status).toBe(outcome);
    }
  });

  it('is rejected if none of its DSPs is available anymore', async () => {
    const { album } = await newRelease(ada, small);
    const id = await request(ada, album);
    await command('set-capabilities', { 'user-id': ada.userId, streaming: 'off' });
    await reviewed();
    await command('set-capabilities', { 'user-id': ada.userId, streaming: 'on' });
    expect(await statusOf(id)).toBe('rejected');
    expect(await decisionsOn(id)).toMatchObject([{ reason: expect.stringContaining('available') }]);
  });

  it('is reviewed again after a requeue', async () => {
    const { album } = await newRelease(ada, small);
    await command('set-store', { 'dsp-id': '1', behavior: 'fail' });
    const id = await request(ada, album);
    await reviewed();
    expect(await statusOf(id)).toBe('error');
    await command('set-store', { 'dsp-id': '1', behavior: 'confirm' });
    await command('requeue-request', { id });
    await reviewed();
    expect(await statusOf(id)).toBe('sent');
    expect(await decisionsOn(id)).toHaveLength(4);
  });

  it('ends with the decision of an operator, so that no function looks at the request again', async () => {
    const { album } = await newRelease(ada, small);
    const id = await request(ada, album);
    expect(await new Table().get(reviewWork.key(id))).toBeDefined();
    await command('reject-request', { id, reason: 'A person looked at it.' });
    expect(await new Table().get(reviewWork.key(id))).toBeUndefined();
  });

  it('keeps an earlier decision of an operator', async () => {
    const { album } = await newRelease(ada, small);
    const id = await request(ada, album);
    await command('reject-request', { id, reason: 'A person looked at it.' });
    await reviewed();
    expect(await decisionsOn(id)).toMatchObject([{ actor: 'operator test' }]);
    expect(await new Table().get(reviewWork.key(id))).toBeUndefined();
  });

  it('is decided once if its message is duplicated, and by the sweep if it is lost', async () => {
    const ids = [];
    for (const _ of [1, 2]) ids.push(await request(ada, (await newRelease(ada, small)).album));
    await work();
    pass(5);
    await work({ copies: 3 });
    for (const id of ids) expect(await decisionsOn(id)).toHaveLength(1);
    const lost = await request(ada, (await newRelease(ada, small)).album);
    await work();
    queue().lose();
    pass(5);
    await workFor(2);
    expect(await statusOf(lost)).toBe('sent');
  });

  it('waits while too few codes are left, and is approved half an hour after more arrive', async () => {
    const counter = codesKey('isrc', `QZREV#${now().getUTCFullYear()}`);
    await new Table().putMany([{ ...counter, taken: 100_000 }]);
    const { album, tracks } = await newRelease(ada, codeless);
    const id = await request(ada, album);
    await reviewed();
    expect(await statusOf(id)).toBe('pending');
    expect(await decisionsOn(id)).toEqual([]);
    expect(metricLines().filter((line) => 'RequestsWaiting' in line)).toEqual([]);
    await new Table().putMany([{ ...counter, taken: 7 }]);
    pass(1799);
    await work();
    expect(await statusOf(id)).toBe('pending');
    pass(1);
    await workFor(2);
    expect(await statusOf(id)).toBe('sent');
    const [track = ''] = tracks;
    const { attributes } = (await ask(ada, 200, 'GET', `/tracks/${track}`)).body.data;
    expect(attributes['isrc-code']).toMatch(/^QZREV\d\d00008$/);
  });

  it('needs no complete album for a takedown', async () => {
    const { album } = await newRelease(ada, small);
    await request(ada, album);
    await reviewed();
    await setFields(albums, album, { artwork: null });
    await request(ada, album, 'takedown');
    await reviewed();
    expect((await albumOf(album))['last-status']).toBe('taken_down');
  });
});

/** Runs on a stage that holds requests because of their audio. */
async function withHold(run: () => Promise<unknown>): Promise<void> {
  const settings = process.env['SETTINGS'] ?? '';
  process.env['SETTINGS'] = JSON.stringify({ ...JSON.parse(settings), holdAudioMatches: true });
  forgetAll();
  hearTable();
  await run();
  process.env['SETTINGS'] = settings;
  forgetAll();
}

it('the reviewer uses all its permissions and needs no others', async () => {
  const complete = await newRelease(ada, codeless);
  const video = await newRelease(ada, small);
  const [track = ''] = video.tracks;
  await ask(ada, 200, 'PATCH', `/tracks/${track}`, {
    data: { type: 'tracks', id: track, attributes: { 'is-video': true } },
  });
  await create(ada, 'track-assets', {
    attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/master.mp4' },
    relationships: { track: one('tracks', track) },
  });
  await request(ada, complete.album);
  await request(ada, video.album);
  await work();
  pass(5);
  const accesses = [...(await askedBy(settle))];
  const { album } = await newRelease(ada, small);
  const id = await request(ada, album);
  await new Table().commit([{ delete: matchingWork.key(id) }]);
  await work();
  pass(5);
  await withHold(async () => accesses.push(...(await askedBy(settle))));
  expectAllUsed(accesses, 'review-requests');
});

it('all rows of the table are consistent afterwards', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
