/** What changes the sound of a held request starts its review in the same transaction. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audioAnalyzerWith } from '../../functions/analyze-audio/handler.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { type Access, askedBy, denied, hearTable } from '../support/grants.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { releaseWorkers } from './release-workers.ts';
import { saveStage } from './saved-stage.ts';
import { files, recording, repeated, useAudioHost, wave } from './sound.ts';
import { beforeWrite, comeBetween, revive, stopBeforeWrite } from './steps.ts';
import { saveStream, skipStream, work, workFor } from './stream-stage.ts';
import { now, pass, queue, useWorkStage } from './work-stage.ts';

const clock = { now, random: () => 0.5 };
const analyzer = audioAnalyzerWith(clock);
/** What the analyzer has asked the table for. */
const asked: Access[] = [];
async function analyze(event: Parameters<typeof analyzer>[0]) {
  let outcome: ReturnType<typeof analyzer> | undefined;
  asked.push(
    ...(await askedBy(async () => {
      outcome = analyzer(event);
      await outcome;
    })),
  );
  return required(await outcome, 'The analyzer has responded.');
}
beforeAll(hearTable);
useWorkStage({
  consumers: { ...releaseWorkers(), Audio: analyze },
  settings: {
    qaMode: 'auto',
    qaWaitSeconds: 5,
    sandboxReportSeconds: 0,
    holdAudioMatches: true,
    audioRetryGaps: [],
  },
  streams: true,
});
useAudioHost();

const original = wave(repeated(4, { items: 8 }));
let songs = 0;
const hosted = (bytes: Buffer): string => files().put(`/resumed-${++songs}.wav`, { bytes });

interface Song {
  readonly id: string;
  readonly trackId: string;
}

let eve: Person;
/** A request that is held for half an hour, because its song is that of another owner. */
let held: Song;
let putBack: () => Promise<void>;

async function requested(person: Person, bytes: Buffer): Promise<Song> {
  const track = { 'full-audiofile-url': hosted(bytes), 'isrc-code': null, title: `Song ${songs}` };
  const { album, tracks } = await newRelease(person, { tracks: 1, dsps: ['1'], track });
  const id = await request(person, album);
  await work();
  pass(5);
  await work();
  pass(10);
  await work();
  return { id, trackId: tracks[0] ?? '' };
}

beforeAll(async () => {
  comeBetween(queue());
  const ada = await newAdmin();
  eve = await newAdmin();
  await requested(ada, original);
  held = await requested(eve, original);
  await workFor(2);
  const [rows, stream] = [await saveStage({ queues: queue() }), await saveStream()];
  putBack = async () => {
    await rows();
    await skipStream();
    await stream();
  };
});
beforeEach(() => putBack());
afterEach(() => void revive());

const shown = async () => (await command('show-request', { id: held.id })) as Record<string, unknown>;
const review = async () => {
  const row = await new Table().get(reviewWork.key(held.id));
  return row && reviewWork.read(row);
};
const change = (attributes: object) =>
  ask(eve, 200, 'PATCH', `/tracks/${held.trackId}`, {
    data: { type: 'tracks', id: held.trackId, attributes },
  });
const other = wave(recording(61, { seconds: 3 }));
const approvedOnce = { status: 'sent', decisions: [{ decision: 'approved', actor: 'service' }] };

it('a request that is held waits for half an hour', async () => {
  expect(await shown()).toMatchObject({ status: 'pending', decisions: [] });
  expect(Date.parse(String((await review())?.nextAttemptAt)) - now().getTime()).toBeGreaterThan(20 * 60_000);
});

describe('the review of a held request', () => {
  it('starts immediately after its owner replaces the file, and again after the analysis of the new one', async () => {
    await change({ 'full-audiofile-url': hosted(other) });
    expect(await review()).toMatchObject({ nextAttemptAt: now().toISOString(), claimedUntil: null });
    asked.length = 0;
    await work();
    expect(await shown()).toMatchObject(approvedOnce);
    const needs = required(functionList([]).get('analyze-audio'), 'The function is listed.');
    expect(denied(asked, needs)).toEqual([]);
    expect(asked).toContainEqual({ action: 'PutItem', partition: `distribution-requests#${held.id}` });
  });

  it('starts immediately after the owner forbids or allows the comparison', async () => {
    await change({ 'allow-fingerprint-scan': false });
    expect(await review()).toMatchObject({ nextAttemptAt: now().toISOString() });
    await work();
    expect(await shown()).toMatchObject({ status: 'pending' });
    await change({ 'allow-fingerprint-scan': true, 'full-audiofile-url': hosted(other) });
    await work();
    expect(await shown()).toMatchObject(approvedOnce);
  });

  it('starts immediately after an analysis that an operator started', async () => {
    await change({ 'full-audiofile-url': hosted(other) });
    // The message of the review is lost.
    queue().lose();
    await skipStream();
    pass(1);
    await shown();
    await work();
    expect(await shown()).toMatchObject(approvedOnce);
  });

  it('starts immediately after the deletion of a master that was not analyzed', async () => {
    const attributes = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/atmos.wav' };
    const track = { data: { type: 'tracks', id: held.trackId } };
    const data = { type: 'track-assets', attributes, relationships: { track } };
    const { body } = await ask(eve, 201, 'POST', '/track-assets', { data });
    await change({ 'full-audiofile-url': hosted(other) });
    await work();
    expect(await shown()).toMatchObject({ status: 'pending', decisions: [] });
    await ask(eve, 204, 'DELETE', `/track-assets/${body.data.id}`);
    await work();
    expect(await shown()).toMatchObject(approvedOnce);
  });

  it('runs once, even if every message is delivered three times and every change twice', async () => {
    await change({ 'full-audiofile-url': hosted(other) });
    await work({ copies: 3, replayed: true });
    expect(await shown()).toMatchObject(approvedOnce);
  });
});

it('a change of the title starts no review', async () => {
  const before = await review();
  await change({ title: 'Another title' });
  expect(await review()).toEqual(before);
});

it('a request whose song is replaced by the same recording stays held', async () => {
  await change({ 'full-audiofile-url': hosted(original) });
  await work();
  await workFor(3);
  expect(await shown()).toMatchObject({ status: 'pending', decisions: [] });
});

it('a file that is replaced before the first review does not shorten the time for corrections', async () => {
  const track = { 'full-audiofile-url': hosted(other), 'isrc-code': null, title: 'Early' };
  const { album, tracks } = await newRelease(eve, { tracks: 1, dsps: ['1'], track });
  const id = await request(eve, album);
  await work();
  const row = async () => reviewWork.read((await new Table().get(reviewWork.key(id))) ?? {});
  const before = await row();
  const attributes = { 'full-audiofile-url': hosted(other) };
  await ask(eve, 200, 'PATCH', `/tracks/${tracks[0]}`, {
    data: { type: 'tracks', id: tracks[0], attributes },
  });
  expect(await row()).toEqual(before);
});

it('a review that is killed after any step leads to one approval', async () => {
  const begin = async () => {
    await putBack();
    await change({ 'full-audiofile-url': hosted(other) });
  };
  const end = async (about: string) => {
    await workFor(5);
    expect(await shown(), about).toMatchObject(approvedOnce);
  };
  expect(
    await killedAfterEveryStep({ begin, run: () => work().catch(() => undefined), end }),
  ).toBeGreaterThan(8);
});

it('a file that is replaced during any write of a review is reviewed within a minute', async () => {
  const writes = 4;
  for (let write = 1; write <= writes; write++) {
    await putBack();
    await change({ 'full-audiofile-url': hosted(original) });
    beforeWrite(write, async () => void (await change({ 'full-audiofile-url': hosted(other) })));
    await work();
    expect(stopBeforeWrite().isDone).toBe(true);
    await workFor(2);
    expect(await shown(), `before write ${write}`).toMatchObject(approvedOnce);
  }
});
