/** What the parts of a release and dead letters show, and do not show, in each of their states. */
import { expect, it } from 'vitest';
import { rejection } from '../../bin/operator/rejection.ts';
import type { ResultOf } from '../../shared/service/commands/list.ts';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { playedConsole } from './played/console.ts';
import { playedOrganization } from './played/operators.ts';
import {
  playedAlbum,
  playedMatch,
  playedRelease,
  playedRequest,
  playedSound,
  playedTrack,
} from './played/release.ts';

const at = '2026-11-05T10:00:00.000Z';
const decision = {
  at,
  decision: 'approved',
  actor: 'service',
  'actor-name': null,
  reason: null,
  warnings: [],
};
const moment = {
  at,
  what: 'delivery requested',
  id: '1',
  actor: undefined,
  'actor-name': null,
  detail: null,
};
type Delivery = ResultOf<'show-request'>['deliveries'][number];
const delivery: Delivery = {
  id: '4',
  dsp: '1',
  status: 'sent',
  report: null,
  errors: null,
  'last-error': null,
  failure: null,
  attempts: null,
  'next-attempt-at': null,
  resolve: null,
};
const heard = playedSound();

describeInBrowser('the parts of the console', (browser) => {
  const { open, text, click, ...played } = playedConsole(browser, {
    'show-request': () => playedRequest(),
    'show-release': () => playedRelease(),
    'show-album': () => playedAlbum(),
  });

  /** @returns all that a release shows, in one line. */
  async function shown(until: string): Promise<string> {
    await open('#/release/1.2');
    const content = async () => (await text()).replaceAll(/\s+/g, ' ');
    await eventually(content).toContain(until);
    await played.settled();
    return content();
  }

  it('names rows that cannot be read, until a page can be shown without them', async () => {
    const row = { type: 'deliveries', id: '4', why: 'It lacks rest.' };
    played.plays({
      'show-request': () => Object.assign(playedRequest(), { 'cannot-be-read': { count: 1, rows: [row] } }),
    });
    expect(await shown('deliveries 4: It lacks rest.')).toContain(
      'One row of the table cannot be read, so this page is incomplete. Runbook: Rows unreadable',
    );
    played.plays({ 'show-request': () => playedRequest() });
    await open('#/reviews');
    await played.settled();
    expect(await shown('History')).not.toContain('cannot be read');
  });

  it('shows decisions with their reasons, deliveries by store, and the history of an album', async () => {
    played.plays({
      'show-request': () =>
        playedRequest({
          status: 'sent',
          decisions: [decision, { ...decision, decision: 'rejected', reason: 'Blurred.' }],
          deliveries: [delivery, { ...delivery, id: '5', dsp: '99', 'last-error': 'Busy.' }],
        }),
      'show-album': () =>
        playedAlbum({
          history: [moment, { ...moment, actor: 'user 6', 'actor-name': 'Ada', detail: 'Again' }],
        }),
    });
    const content = await shown('Busy.');
    expect(content).not.toContain('None yet.');
    expect(content).toContain('approved by the service 2026');
    expect(content).toContain('rejected by the service. Blurred.');
    expect(content).toMatch(/Melodeon \(1\) sent – – 99 sent – Busy\./);
    expect(content).toContain('UTC: delivery requested 2026');
    expect(content).toContain('UTC: delivery requested by Ada. Again');
    expect(content).not.toContain('Approve');
  });

  it('shows a request without decisions and deliveries, and one of a deleted album', async () => {
    const content = await shown('None yet.');
    expect(content).not.toContain('Deliveries');
    expect(content).not.toContain('Return to the queue');
    played.plays({ 'show-request': () => playedRequest({ album: null, status: 'error' }) });
    await open('#/release/1');
    await eventually(() => text('h2')).toBe('Deleted album');
    await eventually(() => text('header.bar')).toContain('Return to the queue');
    expect(await text()).not.toContain('History of the album');
  });

  it('shows only what each track has', async () => {
    played.plays({ 'show-release': () => playedRelease({ tracks: [playedTrack({ 'has-audio': false })] }) });
    const plain = await shown('1 track ');
    expect(plain).toContain('No audio.');
    expect(plain).toContain('It was not analyzed.');
    for (const each of ['explicit', 'video']) expect(plain).not.toContain(`Bus${each}`);
    const second = playedTrack({ id: '31', order: 2, 'is-video': true, heard: { ...heard, loudness: null } });
    const first = playedTrack({ version: 'Live', 'is-explicit': true, 'isrc-code': 'DEXX12600001', heard });
    played.plays({ 'show-release': () => playedRelease({ tracks: [first, second] }) });
    const full = await shown('2 tracks ');
    expect(full).toContain('1.1 Bus (Live)explicit Ada');
    expect(full).toContain('1:01 · -14.0 LUFS · peak -1.0 dBFS · 44.1 kHz · 2 channels');
    expect(full).toContain('DEXX12600001');
    expect(full).toContain('1.2 Busvideo');
    expect(full).toContain('1:01 · silent');
    expect(full).not.toContain('No audio.');
    played.plays({ 'show-release': () => playedRelease({ tracks: [] }) });
    expect(await shown('0 tracks')).not.toContain('plays all tracks');
  });

  it('says whose recording a match is, and plays only files that the stage has', async () => {
    const own = playedMatch({ id: '91', 'is-of-another-owner': false, 'is-cover': 1, method: null });
    const unknown = playedMatch({
      id: '92',
      'is-of-another-owner': false,
      user: null,
      track: null,
      'is-cover': 1,
      'confidence-score': null,
      album: '',
    });
    const track = { id: '3', title: 'Bus', disc: 1, order: 1, audio: null, matches: [own, unknown] };
    played.plays({ 'show-request': () => playedRequest({ tracks: [track] }) });
    const content = await shown('2 matches');
    expect(content).toContain(
      'The same owner has Released Bus by Bob, on Depot 97 % Resembles Released Bus by Bob coveraudio',
    );
    await click('Resembles');
    await eventually(() => text('.match[open]')).toContain('ISRC DEXX12600001');
    expect(await text('.match[open]')).not.toContain('The submitted track');
    played.plays({ 'show-request': () => playedRequest({ tracks: [{ ...track, matches: [own] }] }) });
    expect(await shown('1 match')).not.toContain('1 matches');
  });

  it('show why an organization or its albums cannot be read', async () => {
    let respond = () => {};
    const later = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const failing = (sentence: string) => () => {
      throw rejection('stage_failed', sentence);
    };
    played.plays({
      'show-organization': failing('The stage does not respond.'),
      'list-albums': async () => {
        await later;
        return { items: [], after: null };
      },
    });
    await open('#/customers/5');
    await eventually(() => text()).toContain('The stage does not respond.');
    respond();
    await played.settled();
    expect(await text()).toContain('The stage does not respond.');
    played.plays({
      'show-organization': () => playedOrganization(),
      'list-albums': failing('It is too large.'),
    });
    await open('#/customers/5');
    await played.settled();
    expect(await text()).toContain('It is too large.');
    expect(await text()).not.toContain('None.');
  });
});
