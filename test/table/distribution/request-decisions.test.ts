/** How distribution requests are decided: by owners before QA, and by QA. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import { shown, shownTo } from '../../support/distribution/shown.ts';
import {
  approve,
  command,
  problemsOf,
  rejectedCommand,
  useStores,
} from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const { codesOf, albumOf } = shownTo(() => ada);

describe('pre-approval', () => {
  it('precedes QA for accounts with the capability', async () => {
    const bob = await newAdmin();
    await command('set-capabilities', { 'user-id': bob.userId, preapproval: true });
    const { album } = await newRelease(bob);
    const id = await request(bob, album);
    expect((await shown(bob, `/distribution-requests/${id}`)).attributes.status).toBe('preapproved');
    expect((await shown(bob, `/albums/${album}`)).attributes['qa-status']).toBeNull();
    expect(await rejectedCommand('approve-request', { id })).toBe('distribution_request_not_pending');
    const { body } = await ask(bob, 200, 'POST', `/distribution-requests/${id}/preapprove`);
    expect(body.data.attributes.status).toBe('pending');
    expect((await shown(bob, `/albums/${album}`)).attributes['qa-status']).toBe('awaiting_review');
    const again = await ask(bob, 422, 'POST', `/distribution-requests/${id}/reject`);
    expect(again.body.errors[0].code).toBe('distribution_request_not_preapproved');
  });

  it('can reject a request and its album', async () => {
    const bob = await newAdmin();
    await command('set-capabilities', { 'user-id': bob.userId, preapproval: true });
    const { album } = await newRelease(bob);
    const id = await request(bob, album);
    const { body } = await ask(bob, 200, 'POST', `/distribution-requests/${id}/reject`);
    expect(body.data.attributes.status).toBe('rejected');
    expect((await shown(bob, `/albums/${album}`)).attributes['last-status']).toBe('rejected');
    await request(bob, album);
  });

  it('leaves a request to QA if its owner loses the capability', async () => {
    const bob = await newAdmin({ preapproval: true });
    const { album } = await newRelease(bob);
    const id = await request(bob, album);
    await command('set-capabilities', { 'user-id': bob.userId, preapproval: 'off' });
    for (const action of ['preapprove', 'reject'])
      await ask(bob, 403, 'POST', `/distribution-requests/${id}/${action}`);
    await command('reject-request', { id, reason: 'The account decides no more.' });
    expect((await shown(bob, `/albums/${album}`)).attributes).toMatchObject({
      'last-status': 'rejected',
      'qa-status': 'rejected',
    });
    const next = await request(bob, album);
    expect((await shown(bob, `/distribution-requests/${next}`)).attributes.status).toBe('pending');
  });

  it('is rejected without the capability', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    for (const action of ['preapprove', 'reject']) {
      const { body } = await ask(ada, 403, 'POST', `/distribution-requests/${id}/${action}`);
      expect(body.errors[0].code).toBe('preapproval_not_allowed');
    }
  });
});

describe('QA', () => {
  it('approves once, with one delivery per DSP, for two concurrent operators', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    const outcomes = await Promise.allSettled([approve(id), approve(id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await albumOf(album)).toMatchObject({ 'last-status': 'approved', 'qa-status': 'approved' });
    const { body } = await ask(
      ada,
      200,
      'GET',
      `/deliveries?filter[album]=${album}&include=album,dsp&sort=-date`,
    );
    expect(body.data).toHaveLength(2);
    for (const { attributes } of body.data)
      expect(attributes).toMatchObject({ status: 'pending', type: 'delivery', errors: null });
  });

  it('rejects with a reason shown to the owner and stored with actor and time', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    expect((await shown(ada, `/distribution-requests/${id}`)).meta).toEqual({
      reason: null,
      review: null,
    });
    await command('reject-request', { id, reason: 'The cover shows a web address.' });
    const reason = 'The cover shows a web address.';
    expect((await shown(ada, `/distribution-requests/${id}`)).meta).toEqual({
      reason,
      review: { reason, 'decided-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    expect(await albumOf(album)).toMatchObject({ 'last-status': 'rejected', 'qa-status': 'rejected' });
    expect(await command('show-request', { id })).toMatchObject({
      status: 'rejected',
      decisions: [{ decision: 'rejected', actor: 'operator test', reason: 'The cover shows a web address.' }],
    });
    await request(ada, album);
  });

  it('can requeue a rejected request unless the album has another open one', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    await command('reject-request', { id, reason: 'The cover shows a web address.' });
    await command('requeue-request', { id });
    expect((await shown(ada, `/distribution-requests/${id}`)).meta).toEqual({ reason: null, review: null });
    expect(await albumOf(album)).toMatchObject({
      'last-status': 'in_review',
      'qa-status': 'awaiting_review',
    });
    expect(await codesOf(album)).toEqual(['distribution_request_exists']);
    await command('reject-request', { id, reason: 'It still does.' });
    const other = await request(ada, album);
    expect(await rejectedCommand('requeue-request', { id })).toBe('distribution_request_exists');
    await command('reject-request', { id: other, reason: 'It still does.' });
    await command('requeue-request', { id });
    await approve(id);
    expect(await shown(ada, `/distribution-requests/${id}`)).toMatchObject({
      attributes: { status: 'sent' },
      meta: { reason: null, review: { reason: null, 'decided-at': expect.any(String) } },
    });
  });

  it('leaves one open request after two are requeued or created concurrently', async () => {
    const { album } = await newRelease(ada);
    const ids = [];
    for (const reason of ['First.', 'Second.']) {
      const id = await request(ada, album);
      await command('reject-request', { id, reason });
      ids.push(id);
    }
    const [first = '', second = ''] = ids;
    const requeue = (id: string) => command('requeue-request', { id });
    const both = await Promise.allSettled([requeue(first), requeue(second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await command('reject-request', {
      id: both[0].status === 'fulfilled' ? first : second,
      reason: 'Third.',
    });
    const beside = await Promise.allSettled([requeue(first), request(ada, album)]);
    expect(beside.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('lists the states that allow a decision when it cannot decide', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    await approve(id);
    expect(await problemsOf('reject-request', { id, reason: 'Too late.' })).toEqual([
      {
        code: 'distribution_request_not_pending',
        detail: 'Cannot reject in the state sent, only in the state preapproved or pending.',
      },
    ]);
  });

  it('cannot approve an album until its video master is ready', async () => {
    const bob = await newAdmin();
    await command('set-capabilities', { 'user-id': bob.userId, 'music-videos': true, video: true });
    const { album, artist } = await newRelease(bob, { tracks: 0, dsps: ['4'] });
    const video = await newTrack(bob, album, { order: 1, 'is-video': true });
    const one = (type: string, of: string) => ({ data: { type, id: of } });
    const main = { artist: one('artists', artist), 'artist-role': one('artist-roles', '1') };
    await create(bob, 'track-artists', { relationships: { track: one('tracks', video), ...main } });
    await create(bob, 'track-assets', {
      attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/video.mov' },
      relationships: { track: one('tracks', video) },
    });
    const id = await request(bob, album);
    expect((await shown(bob, `/albums/${album}`)).attributes['qa-status']).toBe('awaiting_conversion');
    expect(await rejectedCommand('approve-request', { id })).toBe('album_incomplete');
    await command('reject-request', { id, reason: 'The video never became ready.' });
  });
});
