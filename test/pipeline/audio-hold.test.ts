/** Requests on a stage with automatic QA that holds those whose audio is a recording of another owner. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decideRequestBy } from '../../shared/distribution/review/request-decision.ts';
import { verdict } from '../../shared/distribution/review/verdict.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { setHeard } from '../support/heard.ts';
import { listen } from '../support/log.ts';
import { chunk } from '../support/master-files.ts';
import { releaseWorkers } from './release-workers.ts';
import { files, RATE, recording, repeated, useAudioHost, wave } from './sound.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass, useWorkStage } from './work-stage.ts';

useWorkStage({
  consumers: releaseWorkers(),
  settings: {
    qaMode: 'auto',
    qaWaitSeconds: 5,
    sandboxReportSeconds: 0,
    holdAudioMatches: true,
    audioRetryGaps: [60],
  },
  streams: true,
});
useAudioHost();

const copied = repeated(4, { items: 8 });
const original = wave(copied);
const other = wave(recording(3, { seconds: 3 }));
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = [await newAdmin(), await newAdmin()];
  const { id } = await requested(eve, { bytes: original });
  await reviewed();
  expect(await statusOf(id)).toBe('sent');
});

let songs = 0;
const hosted = (file: HostedFile): string => files().put(`/held-${++songs}.wav`, file);

/** Requests a new album with one song. */
async function requested(person: Person, file: HostedFile, more: object = {}) {
  const track = { 'full-audiofile-url': hosted(file), 'isrc-code': null, title: `Song ${songs}`, ...more };
  const { album, tracks } = await newRelease(person, { tracks: 1, dsps: ['1'], track });
  return { album, trackId: tracks[0] ?? '', id: await request(person, album) };
}

async function reviewed(): Promise<void> {
  await work();
  pass(5);
  await work();
}

interface Shown {
  readonly status: string;
  readonly warnings: readonly string[];
  readonly decisions: readonly { readonly decision: string; readonly actor: string }[];
  readonly tracks: readonly {
    readonly audio: object | null;
    readonly matches: readonly { readonly 'is-of-another-owner': boolean }[];
  }[];
}

const FOUND_BEFORE = 'Track 1.1: It was a recording of another owner when it was last analyzed.';

/** The row of a request in the list of those that are held. */
const heldRow = async (id: string) => {
  const { items } = (await command('list-reviews', { state: 'held' })) as {
    readonly items: readonly { readonly id: string; readonly notes: readonly string[] }[];
  };
  return items.find((each) => each.id === id);
};

const show = async (id: string) => (await command('show-request', { id })) as Shown;
const matchesOf = async (id: string) => (await show(id)).tracks.flatMap(({ matches }) => matches);
/** Approves a request as soon as its audio is analyzed. */
async function releaseByHand(person: Person, bytes: Buffer): Promise<void> {
  pass(1);
  const { id } = await requested(person, { bytes });
  await work();
  await command('approve-request', { id });
  await work();
}
const statusOf = async (id: string) => (await show(id)).status;

async function expectHeld(id: string): Promise<void> {
  await workFor(3);
  expect((await show(id)).decisions).toEqual([]);
  expect(await statusOf(id)).toBe('pending');
}

const change = (person: Person, trackId: string, attributes: object) =>
  ask(person, 200, 'PATCH', `/tracks/${trackId}`, { data: { type: 'tracks', id: trackId, attributes } });

const replaceFile = (person: Person, trackId: string, url: string) =>
  change(person, trackId, { 'full-audiofile-url': url });

describe('a request', () => {
  it('waits for the analysis of its audio and is approved without foreign recordings', async () => {
    const statuses = [503];
    const { id } = await requested(ada, {
      bytes: other,
      instead: (_, response) => {
        const status = statuses.shift();
        if (status !== undefined) response.writeHead(status).end();
        return status !== undefined;
      },
    });
    await reviewed();
    for (let time = 0; time < 4; time++) {
      pass(10);
      await work();
      expect(await statusOf(id)).toBe('pending');
    }
    expect((await show(id)).tracks).toMatchObject([{ audio: { status: 'pending' }, matches: [] }]);
    await workFor(2);
    expect(await statusOf(id)).toBe('sent');
    expect((await show(id)).tracks).toMatchObject([{ audio: { status: 'completed', duration: 3 } }]);
  });

  it('is approved if its audio is another recording of its owner', async () => {
    const { id } = await requested(eve, { bytes: original });
    await reviewed();
    await workFor(1);
    expect((await show(id)).tracks).toMatchObject([
      { matches: [{ 'is-of-another-owner': false, method: 'audio' }] },
    ]);
    expect(await statusOf(id)).toBe('sent');
  });

  it('is left to a person if its audio cannot be analyzed', async () => {
    const { id } = await requested(ada, { bytes: Buffer.alloc(0) });
    await reviewed();
    await expectHeld(id);
    expect(await heldRow(id)).toMatchObject({
      state: 'held',
      notes: ['Track 1.1: It could not be analyzed. The file is empty.'],
    });
  });

  it.each([
    ['before it is requested', false],
    ['once it is held', true],
  ])('is left to a person if its owner opts out of comparisons %s', async (_, isHeldBefore) => {
    const track = { 'allow-fingerprint-scan': isHeldBefore };
    const { id, trackId } = await requested(ada, { bytes: original }, track);
    await reviewed();
    if (isHeldBefore) await change(ada, trackId, { 'allow-fingerprint-scan': false });
    await expectHeld(id);
    expect(await heldRow(id)).toMatchObject({
      state: 'held',
      notes: [
        ...(isHeldBefore ? [FOUND_BEFORE] : []),
        'Track 1.1: Its owner does not allow it to be compared.',
      ],
    });
    expect((await matchesOf(id)).length > 0).toBe(isHeldBefore);
    await change(ada, trackId, { 'allow-fingerprint-scan': true });
    expect((await show(id)).warnings[0]).toContain('that were not analyzed (1) are being analyzed now');
    await expectHeld(id);
    expect((await heldRow(id))?.notes).toEqual(['Track 1.1: It is a recording of another owner.']);
  });

  it.each<[string, Buffer]>([
    ['cancels out in mono', waveFile([copied, copied.map((sample) => -sample)], { rate: RATE })],
    ['is too short to compare', wave(repeated(9, { seconds: 2 }))],
    ['has more audio', waveFile([repeated(9)], { rate: RATE, after: [chunk('data', original)] })],
  ])('is left to a person if its sound %s', async (_, bytes) => {
    const { id } = await requested(ada, { bytes });
    await reviewed();
    await expectHeld(id);
    expect((await heldRow(id))?.notes[0]).toBe('Track 1.1: A part of its sound cannot be compared.');
  });

  it('is left to a person if a match arrives during automatic approval', async () => {
    const { id, trackId } = await requested(ada, { bytes: wave(recording(41, { seconds: 4 })) });
    await work();
    const store = storeOf(api, { table: new Table(), now: now() });
    let decisions = 0;
    // The list of the album was read before.
    const { fields } = await decideRequestBy(store, id, async (...read) => {
      decisions += 1;
      const decision = await verdict(...read);
      if (decisions === 1) await setHeard(trackId, {}, 1);
      return decision;
    });
    expect([fields.status, decisions]).toEqual(['pending', 2]);
    await reviewed();
    await expectHeld(id);
  });

  it('stays held while its file is replaced, until the new one is analyzed', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await reviewed();
    const found = await matchesOf(id);
    expect(found.length).toBeGreaterThan(0);
    const url = hosted({ bytes: other });
    await replaceFile(ada, trackId, url);
    const row = await heldRow(id);
    expect(row).toMatchObject({ state: 'held', notes: [FOUND_BEFORE, 'Track 1.1: It is not analyzed yet.'] });
    expect((await show(id)).tracks[0]?.matches).toEqual(found);
    await workFor(40);
    expect(await statusOf(id)).toBe('sent');
    expect(await matchesOf(id)).toEqual([]);
  });

  it('is left to a person if its audio is a recording of another owner', async () => {
    const { id } = await requested(ada, { bytes: original });
    await reviewed();
    await expectHeld(id);
    const { items } = Object(await command('list-reviews', { state: 'held' }));
    expect(items).toContainEqual(expect.objectContaining({ id, state: 'held' }));
    const [{ matches, audio } = { matches: [], audio: null }] = (await show(id)).tracks;
    expect(audio).toMatchObject({ status: 'completed', duration: 7 });
    expect(matches.length).toBeGreaterThan(0);
    for (const match of matches) {
      expect(match).toMatchObject({
        'is-cover': 0,
        'is-of-another-owner': true,
        method: 'audio',
        user: eve.userId,
        'time-offsets': [
          { start: 0, 'matched-start': 0, end: expect.closeTo(7, 0), 'matched-end': expect.closeTo(7, 0) },
        ],
      });
    }
    await command('approve-request', { id });
    await workFor(1);
    expect(await show(id)).toMatchObject({
      status: 'sent',
      decisions: [{ decision: 'approved', actor: 'operator test' }],
    });
  });

  it('is left to a person if its file is replaced by such a recording before the decision', async () => {
    const { id, trackId } = await requested(ada, { bytes: other });
    await work();
    await replaceFile(ada, trackId, hosted({ bytes: original }));
    await reviewed();
    await expectHeld(id);
    expect((await show(id)).tracks).toMatchObject([{ audio: { status: 'completed', duration: 7 } }]);
  });

  it('is left to a person even if its file is replaced while it waits', async () => {
    const { id, trackId } = await requested(ada, { bytes: original });
    await reviewed();
    await replaceFile(ada, trackId, hosted({ bytes: original }));
    await expectHeld(id);
  });

  it('is left to a person if the foreign recording is released before the decision', async () => {
    const bytes = wave(repeated(21, { items: 8 }));
    const copied = await requested(ada, { bytes });
    await work();
    expect(await matchesOf(copied.id)).toEqual([]);
    await releaseByHand(eve, bytes);
    await reviewed();
    await expectHeld(copied.id);
    expect(await matchesOf(copied.id)).toMatchObject([{ 'is-of-another-owner': true, user: eve.userId }]);
  });

  it('is compared once more before the decision, which follows immediately', async () => {
    const { id } = await requested(ada, { bytes: wave(recording(9, { seconds: 4 })) });
    await work();
    await releaseByHand(eve, wave(recording(10, { seconds: 4 })));
    const { lines, stop } = listen();
    pass(5);
    await work();
    stop();
    expect(lines.filter(({ event }) => event === 'audio.analyzed')).toHaveLength(1);
    expect((await show(id)).tracks).toMatchObject([{ audio: { status: 'completed' } }]);
    expect(await statusOf(id)).toBe('sent');
  });

  it('is not compared again for each release while it is held', async () => {
    const { trackId } = await requested(ada, { bytes: original });
    await reviewed();
    await workFor(2);
    await releaseByHand(eve, wave(recording(11, { seconds: 4 })));
    const { lines, stop } = listen();
    await workFor(35);
    stop();
    expect(lines.map(({ event }) => event)).toContain('review.waiting');
    expect(lines.filter((line) => line.event === 'audio.analyzed' && line['trackId'] === trackId)).toEqual(
      [],
    );
  });

  it('is compared again when an operator shows it after other releases', async () => {
    const bytes = wave(repeated(22, { items: 8 }));
    const { id } = await requested(ada, { bytes });
    await work();
    await releaseByHand(eve, bytes);
    const warned = await show(id);
    expect(warned.warnings[0]).toContain('Tracks of the request are being compared by sound again (1)');
    await work();
    expect(await matchesOf(id)).toMatchObject([{ 'is-of-another-owner': true }]);
    expect((await show(id)).warnings).not.toContain(warned.warnings[0]);
  });

  it('is left to a person while a track has a Dolby Atmos master beside its audio', async () => {
    const { id, trackId } = await requested(ada, { bytes: wave(recording(51, { seconds: 4 })) });
    const attributes = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/atmos.wav' };
    const master = {
      data: {
        type: 'track-assets',
        attributes,
        relationships: { track: { data: { type: 'tracks', id: trackId } } },
      },
    };
    const { body } = await ask(ada, 201, 'POST', '/track-assets', master);
    await reviewed();
    await expectHeld(id);
    expect((await heldRow(id))?.notes).toEqual([
      'Track 1.1: The sound of its video or Dolby Atmos master is not analyzed.',
    ]);
    await ask(ada, 204, 'DELETE', `/track-assets/${body.data.id}`);
    await workFor(40);
    expect(await statusOf(id)).toBe('sent');
  });

  it('is approved for a takedown regardless of its audio', async () => {
    const { id, album } = await requested(ada, { bytes: original });
    await reviewed();
    await command('approve-request', { id });
    await workFor(1);
    const takedown = await request(ada, album, 'takedown');
    await reviewed();
    expect((await show(takedown)).decisions).toMatchObject([{ decision: 'approved', actor: 'service' }]);
  });
});
