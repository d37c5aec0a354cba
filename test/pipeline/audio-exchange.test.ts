/** Requests that operators decide, whose owners exchange, hide or change audio around the decision. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/distribution/review/findings.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { useHearingStage } from './hearing-stage.ts';
import { files, recording, repeated, wave } from './sound.ts';
import { work, workFor } from './stream-stage.ts';
import { pass } from './work-stage.ts';

const shop = useHearingStage();
const { taken } = shop;

const original = wave(repeated(4, { items: 8 }));
const clean = wave(recording(3, { seconds: 3 }));
let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  eve = await newAdmin();
  const { id } = await requested(eve, { bytes: original });
  await work();
  await approved(id);
  await work();
});

let songs = 0;
const hosted = (file: HostedFile): string => files().put(`/exchanged-${++songs}.wav`, file);

/** Requests a new album with one song. */
async function requested(person: Person, file: HostedFile, more: object = {}) {
  const url = hosted(file);
  const track = { 'full-audiofile-url': url, 'isrc-code': null, title: `Song ${songs}`, ...more };
  const { album, tracks } = await newRelease(person, { tracks: 1, dsps: ['1'], track });
  return { album, trackId: tracks[0] ?? '', url, id: await request(person, album) };
}

const change = (trackId: string, attributes: object) =>
  ask(ada, 200, 'PATCH', `/tracks/${trackId}`, { data: { type: 'tracks', id: trackId, attributes } });

const attach = (trackId: string) =>
  ask(ada, 201, 'POST', '/track-assets', {
    data: {
      type: 'track-assets',
      attributes: { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' },
      relationships: { track: { data: { type: 'tracks', id: trackId } } },
    },
  });

interface Approved {
  readonly status: string;
  readonly warnings: readonly string[];
}

/** No cover is read here. */
const withoutCover = (warnings: readonly string[]) =>
  warnings.filter((each) => !each.startsWith('The cover'));

async function approved(id: string): Promise<Approved> {
  const { status, warnings } = (await command('approve-request', { id })) as Approved;
  return { status, warnings: withoutCover(warnings) };
}

interface Shown {
  readonly status: string;
  readonly warnings: readonly string[];
  readonly decisions: readonly { readonly decision: string; readonly warnings: readonly string[] }[];
  readonly deliveries: readonly { readonly status: string; readonly errors: string | null }[];
  readonly validation: { readonly warnings: readonly Finding[] } | null;
  readonly tracks: readonly { readonly matches: readonly object[] }[];
}

const show = async (id: string) => (await command('show-request', { id })) as Shown;

/** The codes of what reviewers are warned of by sound, and the state in the list. */
async function seen(id: string) {
  for (const state of ['held', 'to-review']) {
    const { items } = (await command('list-reviews', { state })) as {
      readonly items: readonly { readonly id: string; readonly notes: readonly string[] }[];
    };
    const row = items.find((each) => each.id === id);
    if (row) return { state, notes: row.notes.filter((note) => note.startsWith('Track ')) };
  }
  return undefined;
}

/** What the list of requests says of one. */
async function listed(id: string) {
  const { items } = (await command('list-requests', { status: 'pending' })) as {
    readonly items: readonly { readonly id: string; readonly review: string | null }[];
  };
  return items.find((each) => each.id === id)?.review;
}

const codesOf = async (id: string) =>
  (await show(id)).validation?.warnings.flatMap(({ code }) => (/audio|foreign/.test(code) ? code : []));

const FOREIGN = 'Track 1.1: It is a recording of another owner.';
const FOREIGN_BEFORE = 'Track 1.1: It was a recording of another owner when it was last analyzed.';
const UNHEARD = 'Track 1.1: It is not analyzed yet.';
const CLOSED = 'Track 1.1: Its owner does not allow it to be compared.';

describe('a request with a recording of another owner', () => {
  it.each([
    ['the same file has another address', (url: string) => ({ 'full-audiofile-url': `${url}?v=3` }), UNHEARD],
    ['its owner opts out', () => ({ 'allow-fingerprint-scan': false }), CLOSED],
    ['its file gets an MD5', () => ({ md5: 'd41d8cd98f00b204e9800998ecf8427e' }), UNHEARD],
    ['it becomes a video', () => ({ 'is-video': true, 'full-audiofile-url': null }), undefined],
  ] as const)('stays held with its matches when %s', async (_, changes, note) => {
    const { id, trackId, url } = await requested(ada, { bytes: original });
    await work();
    expect(await seen(id)).toEqual({ state: 'held', notes: [FOREIGN] });
    const { matches } = (await show(id)).tracks[0] ?? {};
    await change(trackId, changes(url));
    const isVideo = note === undefined;
    expect(await seen(id)).toMatchObject({
      state: 'held',
      notes: isVideo ? expect.arrayContaining([FOREIGN_BEFORE]) : [FOREIGN_BEFORE, note],
    });
    expect((await show(id)).tracks[0]?.matches).toEqual(matches);
    await work();
    expect(await seen(id)).toMatchObject({ state: 'held' });
  });

  it('stays held through opting out and in again, until it is analyzed', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await work();
    await change(trackId, { 'allow-fingerprint-scan': false });
    await change(trackId, { 'allow-fingerprint-scan': true });
    expect(await seen(id)).toEqual({ state: 'held', notes: [FOREIGN_BEFORE, UNHEARD] });
    await show(id);
    await work();
    expect(await seen(id)).toEqual({ state: 'held', notes: [FOREIGN] });
  });

  it('stays held when its new file cannot be read', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await work();
    await change(trackId, { 'full-audiofile-url': hosted({ bytes: Buffer.alloc(0) }) });
    await show(id);
    await work();
    expect(await seen(id)).toEqual({
      state: 'held',
      notes: [FOREIGN_BEFORE, 'Track 1.1: It could not be analyzed. The file is empty.'],
    });
  });

  it('is no longer held once another file is analyzed, which opening the request starts', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await work();
    expect(await listed(id)).toBe('held');
    await change(trackId, { 'full-audiofile-url': hosted({ bytes: clean }) });
    expect((await show(id)).warnings[0]).toContain('that were not analyzed (1) are being analyzed now');
    await work();
    expect(await seen(id)).toEqual({ state: 'to-review', notes: [] });
    expect(await listed(id)).toBe('to-review');
    expect((await show(id)).tracks[0]?.matches).toEqual([]);
  });

  it('is held again when requested again after a rejection and an opt-out', async () => {
    const { id, album, trackId } = await requested(ada, { bytes: original });
    await work();
    await command('reject-request', { id, reason: 'A copy.' });
    await change(trackId, { 'allow-fingerprint-scan': false });
    const again = await request(ada, album);
    await work();
    expect(await seen(again)).toEqual({ state: 'held', notes: [FOREIGN_BEFORE, CLOSED] });
  });
});

describe('a request with audio that was not analyzed', () => {
  it("has a warning in every view, including its owner's", async () => {
    const { id, album, trackId } = await requested(ada, { bytes: clean });
    await work();
    expect(await codesOf(id)).toEqual([]);
    await change(trackId, { 'allow-fingerprint-scan': false });
    expect([await codesOf(id), await seen(id)]).toEqual([
      ['audio_not_compared'],
      { state: 'to-review', notes: [CLOSED] },
    ]);
    expect(await ownWarnings(album)).toEqual(['audio_not_compared']);
    await change(trackId, { 'allow-fingerprint-scan': true });
    expect(await ownWarnings(album)).toEqual(['audio_not_heard']);
    expect([await seen(id), await codesOf(id)]).toEqual([
      { state: 'to-review', notes: [UNHEARD] },
      ['audio_not_heard'],
    ]);
    await work();
    expect([await codesOf(id), await ownWarnings(album)]).toEqual([[], []]);
    await command('reject-request', { id, reason: 'No.' });
    await change(trackId, { 'allow-fingerprint-scan': false });
    expect(await ownWarnings(album)).toEqual([]);
  });

  it('has the unheard audio in the record of its approval permanently', async () => {
    const { id } = await requested(ada, { bytes: clean });
    const told = ['Tracks that were not analyzed before the approval: 1.1.'];
    expect(await approved(id)).toMatchObject({ status: 'sent', warnings: told });
    const [decision] = (await show(id)).decisions;
    expect(decision).toMatchObject({ decision: 'approved', warnings: expect.arrayContaining(told) });
    await work();
    expect((await show(id)).deliveries).toMatchObject([{ status: 'sent' }]);
  });

  it('is approved without a warning once it is analyzed', async () => {
    const { id } = await requested(ada, { bytes: clean });
    await work();
    expect(await approved(id)).toMatchObject({ status: 'sent', warnings: [] });
  });

  it('names tracks with unheard Dolby Atmos masters when approved', async () => {
    const { id, trackId } = await requested(ada, { bytes: clean });
    await attach(trackId);
    await work();
    const note = 'Track 1.1: The sound of its video or Dolby Atmos master is not analyzed.';
    expect((await seen(id))?.notes).toEqual([note]);
    expect((await approved(id)).warnings).toEqual([
      'Tracks that were not analyzed before the approval: 1.1.',
    ]);
    await work();
    expect((await show(id)).deliveries).toMatchObject([{ status: 'sent' }]);
  });

  it('names recordings of other owners when approved', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await work();
    await change(trackId, { 'allow-fingerprint-scan': false });
    expect((await approved(id)).warnings).toEqual([
      'Tracks that were found to be recordings of another owner before the approval: 1.1.',
    ]);
  });
});

const ownWarnings = async (album: string): Promise<string[]> => {
  const { body } = await ask(ada, 200, 'POST', `/albums/${album}/validate`);
  const codes = (body.meta.validation.warnings as readonly Finding[]).map(({ code }) => code);
  // These recordings have a low rate.
  return codes.filter((code) => code.startsWith('audio_') && code !== 'audio_lossy');
};

describe('a delivery whose audio is replaced after approval', () => {
  /** Approves a request that was analyzed, while the store is closed. */
  async function approvedUnsent() {
    const made = await requested(ada, { bytes: clean });
    await work();
    shop.isClosed = true;
    await approved(made.id);
    await work();
    shop.isClosed = false;
    taken.length = 0;
    return made;
  }

  it('waits until the new audio is analyzed', async () => {
    const { id, trackId } = await approvedUnsent();
    let isDown = true;
    const bytes = wave(recording(61, { seconds: 3 }));
    const url = hosted({
      bytes,
      // It is analyzed half an hour later, after the store opens.
      instead: (_, response) => {
        if (!isDown) return false;
        isDown = false;
        response.writeHead(503).end();
        return true;
      },
    });
    await change(trackId, { 'full-audiofile-url': url });
    await workFor(20);
    expect(taken).toEqual([]);
    await workFor(60);
    expect((await show(id)).deliveries).toMatchObject([{ status: 'sent' }]);
    expect(taken).toHaveLength(1);
    expect(taken[0]?.release.tracks).toMatchObject([
      { audio: url, audioSha256: createHash('sha256').update(bytes).digest('hex') },
    ]);
  });

  it('fails if an unheard Dolby Atmos master was added', async () => {
    const { id, trackId } = await approvedUnsent();
    await attach(trackId);
    await workFor(60);
    expect(taken).toEqual([]);
    const [delivery] = (await show(id)).deliveries;
    expect(delivery?.status).toBe('error');
    expect(delivery?.errors).toContain(
      'The video or Dolby Atmos master of track 1 on disc 1 was added or replaced after the approval.',
    );
  });

  it('fails if unheard audio turns out to be a recording of another owner', async () => {
    const { id } = await requested(ada, { bytes: original });
    shop.isClosed = true;
    expect((await approved(id)).warnings).toHaveLength(1);
    await work();
    shop.isClosed = false;
    taken.length = 0;
    await workFor(60);
    expect((await show(id)).deliveries).toMatchObject([
      { status: 'error', errors: expect.stringContaining('a recording of another owner') },
    ]);
    expect(taken).toEqual([]);
  });

  it.each([
    ['is a recording of another owner', () => ({ 'full-audiofile-url': hosted({ bytes: original }) })],
    ['must not be compared', () => ({ 'allow-fingerprint-scan': false })],
    ['cannot be analyzed', () => ({ 'full-audiofile-url': hosted({ bytes: Buffer.alloc(0) }) })],
  ])('fails if the audio %s', async (_, changes) => {
    const { id, trackId } = await approvedUnsent();
    await change(trackId, changes());
    await workFor(60);
    expect((await show(id)).deliveries).toMatchObject([{ status: 'error' }]);
    expect(taken).toEqual([]);
    pass(1);
  });
});
