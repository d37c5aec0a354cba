/** Held requests that move to a stage with automatic QA, which does not have the recording of the other owner. */
import { beforeEach, describe, expect, it } from 'vitest';
import { newAdmin, type Person, signedInAgain } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import { releaseWorkers } from './release-workers.ts';
import { files, recording, repeated, useAudioHost, wave } from './sound.ts';
import { work, workFor } from './stream-stage.ts';
import { pass, useWorkStage } from './work-stage.ts';

useWorkStage({
  consumers: releaseWorkers(),
  settings: { qaMode: 'auto', qaWaitSeconds: 5, holdAudioMatches: true, audioRetryGaps: [60] },
  streams: true,
});
useAudioHost();
const moves = useMoves();

const original = wave(repeated(4, { items: 8 }));
const other = wave(recording(3, { seconds: 3 }));
let songs = 0;
const hosted = (bytes: Buffer): string => files().put(`/moved-${++songs}.wav`, { bytes });

async function requested(person: Person, bytes: Buffer) {
  const track = { 'full-audiofile-url': hosted(bytes), 'isrc-code': null, title: `Song ${songs}` };
  const { album, tracks } = await newRelease(person, { tracks: 1, dsps: ['1'], track });
  return { trackId: tracks[0] ?? '', id: await request(person, album) };
}

interface Shown {
  readonly status: string;
  readonly decisions: readonly object[];
  readonly tracks: readonly { readonly matches: readonly object[] }[];
}

const show = async (id: string) => (await command('show-request', { id })) as Shown;

let ada: Person;
let held: { readonly trackId: string; readonly id: string };
beforeEach(async () => {
  await clearTable();
  const eve = await newAdmin();
  ada = await newAdmin();
  await requested(eve, original);
  await workFor(1);
  held = await requested(ada, original);
  await workFor(1);
  expect(await show(held.id)).toMatchObject({ status: 'pending', tracks: [{ matches: [{}] }] });
});

const change = (attributes: object) =>
  ask(ada, 200, 'PATCH', `/tracks/${held.trackId}`, {
    data: { type: 'tracks', id: held.trackId, attributes },
  });

/** Moves only one of the organizations. */
async function move(): Promise<void> {
  const folder = await moves.exported(ada.organizationId);
  await clearTable();
  await moves.imported(folder);
  await moves.takenOver(folder);
  ada = await signedInAgain(ada);
}

async function expectHeld(): Promise<void> {
  await workFor(3);
  pass(60);
  await work();
  const { status, decisions, tracks } = await show(held.id);
  expect({ status, decisions, matches: tracks[0]?.matches.length }).toEqual({
    status: 'pending',
    decisions: [],
    matches: 1,
  });
}

describe('a moved request that is held because of a recording of another owner', () => {
  it('stays held after its file was analyzed again', async () => {
    await move();
    await expectHeld();
  });

  it.each(['before', 'after'])('stays held if the file gets another address %s the move', async (when) => {
    const again = () => change({ 'full-audiofile-url': hosted(original) });
    if (when === 'before') await again();
    await move();
    if (when === 'after') await again();
    await expectHeld();
  });

  it('stays held after a second move', async () => {
    await move();
    await expectHeld();
    await move();
    await expectHeld();
  });

  it('is approved once another file was analyzed', async () => {
    await move();
    await change({ 'full-audiofile-url': hosted(other) });
    await workFor(40);
    expect(await show(held.id)).toMatchObject({ status: 'sent', tracks: [{ matches: [] }] });
  });
});
