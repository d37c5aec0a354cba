/** The reading of files for their digests, whose function is killed after any step, fails or is called twice. */
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { findRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import { digestWork } from '../../shared/matching/digests/digest-work.ts';
import { readDigests } from '../../shared/matching/digests/kept-digests.ts';
import { startDigests } from '../../shared/matching/digests/start-digests.ts';
import { api } from '../../shared/service/api.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin } from '../support/calls.ts';
import { killedAfterEveryStep, rejectedAtEveryCall } from './every-step.ts';
import { attach, contents } from './packing-stage.ts';
import { saveStage } from './saved-stage.ts';
import { files, newSong, type Song, useSound } from './sound.ts';
import { comeBetween, revive } from './steps.ts';
import { announceRow, meetFate, now, pass, queue, run, settle } from './work-stage.ts';

useSound({ settings: { audioRetryGaps: [60, 60] } });
afterEach(() => void revive());

const audio = contents.audio(1);
const master = contents.dolby_atmos(2);
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const BOTH = { audio: sha256Of(audio), dolby_atmos: sha256Of(master) };

let song: Song;
let masterPath: string;
let putBack: () => Promise<void>;
beforeAll(async () => {
  comeBetween();
  const person = await newAdmin();
  song = await newSong(person, { file: audio, more: { 'allow-fingerprint-scan': false } });
  masterPath = `${song.path}-atmos`;
  const url = files().put(masterPath, { bytes: master });
  await attach(person, { trackId: song.trackId, url, type: 'dolby_atmos' });
  putBack = await saveStage({ queues: queue() });
});

async function start(): Promise<void> {
  await putBack();
  files().put(song.path, { bytes: audio });
  files().put(masterPath, { bytes: master });
  await startAgain();
}

async function startAgain(): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: now() });
  const track = required(await findRecord(store, trackRecords, song.trackId), 'It was created.');
  await startDigests(store, [track]);
  await announceRow(digestWork.key(song.trackId));
}

const digests = async () =>
  Object.fromEntries(
    Object.entries(await readDigests(new Table(), song.trackId)).map(([part, { sha256 }]) => [part, sha256]),
  );
const isPending = async () => (await new Table().get(digestWork.key(song.trackId))) !== undefined;

async function expectBoth(about?: string): Promise<void> {
  expect([await digests(), await isPending()], about).toEqual([BOTH, false]);
}

describe('the reading of two files', () => {
  it('is continued when its function is killed after any step', async () => {
    let isLost = false;
    await killedAfterEveryStep({
      begin: start,
      run: settle,
      async end(about) {
        await meetFate(isLost);
        isLost = !isLost;
        await run(5);
        await expectBoth(about);
      },
    });
  });

  it('is continued when the table rejects any call', async () => {
    await rejectedAtEveryCall({
      begin: start,
      run: settle,
      async end(about) {
        await meetFate(false);
        await run(5);
        await expectBoth(about);
      },
    });
  });

  it('ends with the same digests when each message is processed twice', async () => {
    await start();
    await settle(2);
    await run(5);
    await expectBoth();
  });

  it('reads each file once, and no file again whose ETag is the same', async () => {
    await start();
    for (const path of [song.path, masterPath]) files().taken(path);
    await settle();
    await run(2);
    expect([files().taken(song.path), files().taken(masterPath)]).toEqual([['all'], ['all']]);
    pass(60);
    await startAgain();
    await settle();
    await run(2);
    expect([files().taken(song.path), files().taken(masterPath)]).toEqual([['bytes=0-0'], ['bytes=0-0']]);
    await expectBoth();
  });

  it('reads a file again whose ETag has changed', async () => {
    await start();
    await settle();
    await run(2);
    const other = contents.audio(9);
    files().put(song.path, { bytes: other, etag: '"second"' });
    pass(60);
    await startAgain();
    await settle();
    await run(2);
    expect(await digests()).toEqual({ ...BOTH, audio: sha256Of(other) });
  });

  it('is attempted again when a server fails, and ends without a digest after the last attempt', async () => {
    await start();
    let failures = 0;
    const instead: HostedFile['instead'] = (_, response) => {
      failures += 1;
      return Boolean(response.writeHead(503).end());
    };
    files().put(song.path, { bytes: audio, instead });
    await settle();
    await run(10);
    expect(failures).toBe(3);
    expect([await digests(), await isPending()]).toEqual([{ ...BOTH, audio: null }, false]);
  });

  it('ends when the track was deleted', async () => {
    await start();
    await new Table().commit([{ delete: { pk: `tracks#${song.trackId}`, sk: '#' } }]);
    await settle();
    expect([await digests(), await isPending()]).toEqual([{}, false]);
  });
});
