/** A track that changes or is deleted while it is analyzed or indexed leaves only what is true of it afterwards. */

import { afterEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call } from '../support/calls.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { firstMiddleLast } from '../support/long-run.ts';
import { indexRelease } from './matching.ts';
import { saveStage } from './saved-stage.ts';
import {
  analysisDue,
  audioOf,
  files,
  indexingDue,
  matchesOf,
  patch,
  repeated,
  requested,
  rowsAbout,
  type Song,
  soundFieldsOf,
  startFromSong,
  useSound,
  wave,
} from './sound.ts';
import { beforeWrite, stopBeforeWrite } from './steps.ts';
import { pass, queue, run, settle, settleAll, startNewWork, sweep } from './work-stage.ts';

useSound();
const file = wave(repeated(2));
const other = wave(repeated(3, { seconds: 3 }));
/** With the same sound as a released track. */
let song: Song;
startFromSong(file, (made) => {
  song = made;
});
afterEach(() => void stopBeforeWrite());

const remove = async () => {
  await call(tracks, 204, { method: 'DELETE', path: `/tracks/${song.trackId}`, token: song.person.token });
};
const optOut = async () => void (await patch(song, { 'allow-fingerprint-scan': false }));
const replaceFile = async () => {
  await patch(song, { 'full-audiofile-url': files().put('/other.wav', { bytes: other }) });
};
const takeDown = () => indexRelease(song.albumId, false).then(() => {});

const expectNothing = async (about: string) => expect(await remaining(), about).toEqual([]);

/** Only that it is a recording of another owner, if that was found. */
const expectOptedOut = async (about: string) => {
  const { heard, foreign } = await soundFieldsOf(song);
  expect([await audioOf(song), heard], about).toEqual([null, null]);
  expect(await matchesOf(song), about).toHaveLength(foreign);
  expect(
    (await remaining()).filter((name) => !name.startsWith('match-list#')),
    about,
  ).toEqual([]);
};

const expectFound = async (about: string) => {
  await expectOptedOut(about);
  expect(await soundFieldsOf(song), about).toMatchObject({ foreign: 1 });
};

const expectNotIndexed = async (about: string) => {
  const indexed = (await rowsAbout(song)).filter((name) => /^sound#| (indexed|released#)/.test(name));
  expect(indexed, about).toEqual([]);
};

/** Except that it is released. */
const remaining = async () => (await rowsAbout(song)).filter((name) => !name.includes(' released#'));

/** What is analyzed of the other file. If it was replaced after the analysis, that was of another owner. */
const expectOther = async (about: string) => {
  const audio = await audioOf(song);
  if (audio !== null) expect(audio, about).toMatchObject({ status: 'completed', duration: 3 });
  const foreign = audio === null ? 1 : 0;
  expect(await soundFieldsOf(song), about).toMatchObject({ foreign });
  expect(await matchesOf(song), about).toHaveLength(foreign);
};

/** With the work that it starts. */
const followed = (action: () => Promise<void>) => async () => {
  await action();
  await startNewWork();
  await settle();
};

/** Other functions take over the work that is under way. */
async function expiring(action: () => Promise<void>): Promise<void> {
  await action();
  pass(CLAIM_SECONDS + 1);
  await sweep();
  await settle();
}

/** Runs an action before each write of work whose message is in the queue, and everything that follows. */
async function before(action: () => Promise<void>, check: (about: string) => Promise<void>): Promise<void> {
  const begin = await saveStage({ queues: queue() });
  beforeWrite(Number.POSITIVE_INFINITY, action);
  await settle();
  const count = stopBeforeWrite().writes;
  for (const write of firstMiddleLast(Array.from({ length: count }, (_, index) => index + 1))) {
    await begin();
    beforeWrite(write, write % 2 === 0 ? action : followed(action));
    await settle();
    const about = `before write ${write} of ${count}`;
    if (!stopBeforeWrite().isDone) {
      // A repeated claim can have one write less, and leases are renewed by the time that passes.
      expect(write).toBeGreaterThan(count - 3);
      break;
    }
    await settleAll();
    await run(5);
    // The message of a function that has run out of time is received again after its visibility timeout.
    if (queue().messages.length > 0) await run(20);
    expect(queue().messages, about).toEqual([]);
    expect(faultsOf(definitions, await allRows()), about).toEqual([]);
    await check(about);
  }
}

describe('a song during its analysis', () => {
  it.each([
    { what: 'it is deleted, leaves nothing', action: remove, check: expectNothing },
    { what: 'it opts out, leaves no more than what was found', action: optOut, check: expectOptedOut },
    {
      what: 'it is deleted and the claim expires, leaves nothing',
      action: () => expiring(remove),
      check: expectNothing,
    },
    {
      what: 'its file is replaced, shows what is analyzed of the new one',
      action: replaceFile,
      check: expectOther,
    },
  ])('$what', async ({ action, check }) => {
    await analysisDue(song);
    await before(action, check);
  });
});

describe('a released song during its indexing', () => {
  it.each([
    { what: 'it is deleted, leaves nothing', action: remove, check: expectNothing },
    { what: 'it opts out, leaves only what was found', action: optOut, check: expectFound },
    { what: 'it is taken down, is not in the index', action: takeDown, check: expectNotIndexed },
    {
      what: 'it is taken down and the claim expires, is not in the index',
      action: () => expiring(takeDown),
      check: expectNotIndexed,
    },
  ])('$what', async ({ action, check }) => {
    await requested(song);
    await indexingDue(song, true);
    await before(action, check);
  });
});
