/** Every master gets its verdict in two minutes, even if the validator is killed after any step or overtaken. */

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { claim } from '../../shared/kit/work/claim.ts';
import { isoMedia, wave } from '../support/master-files.ts';
import { masterServer, withRanges } from '../support/master-server.ts';
import { killedAfterEveryStep } from './every-step.ts';
import {
  announce,
  attach,
  kindOfTrack,
  now,
  pass,
  patchTrack,
  queue,
  remove,
  run,
  settle,
  shown,
  sweep,
  useMasters,
  workRow,
} from './masters.ts';
import { saveStage } from './saved-stage.ts';
import { beforeNext, comeBetween, dieAfter, revive } from './steps.ts';
import { meetFate } from './work-stage.ts';

useMasters({ validationRetryGaps: [2] });
beforeAll(() => comeBetween(queue()));
afterEach(() => void revive());

const VALID = { status: 'valid', errors: [] };

/** Responds with the statuses in order, and then with a video. */
const responding = (...statuses: number[]) =>
  masterServer((request, response) => {
    const status = statuses.shift();
    if (status === undefined) withRanges({ bytes: isoMedia('qt  ') })(request, response);
    else response.writeHead(status).end();
  });

const scenarios = [
  // Claim, slot of the owner; outcome with the record, the track and its place on the album; the owner's slot is left.
  { name: 'valid immediately', statuses: [], steps: 4 },
  // Claim, place, next attempt, message, place left; claim, place, outcome, place left.
  { name: 'valid at the second attempt', statuses: [503], steps: 9 },
];

async function validate(): Promise<void> {
  await settle();
  pass(2);
  await settle();
}

describe.each(scenarios)('a $name master', ({ statuses, steps }) => {
  it.each([
    { fate: 'is redelivered', isLost: false },
    { fate: 'is lost', isLost: true },
  ])(
    'is validated in two minutes even if the validator is killed after any step and its message $fate',
    async ({ isLost }) => {
      let responses: number[] = [];
      const server = await masterServer((request, response) => {
        const status = responses.shift();
        if (status === undefined) withRanges({ bytes: isoMedia('qt  ') })(request, response);
        else response.writeHead(status).end();
      });
      const asset = await attach(server.url, 'video');
      await announce(asset);
      const putBack = await saveStage({ queues: queue() });
      const begin = async () => {
        await putBack();
        responses = [...statuses];
        return server.received.length;
      };
      const end = async (about: string, before: number) => {
        await meetFate(isLost);
        await run(2);
        expect(await shown(asset.id), about).toEqual(VALID);
        expect(await kindOfTrack(asset.trackId), about).toBe('video');
        expect(await workRow(asset.id), about).toBeUndefined();
        // At most one attempt is made twice.
        const more = server.received.length - before - statuses.length - 1;
        expect([0, 1], about).toContain(more);
      };
      expect(await killedAfterEveryStep({ begin, run: validate, end })).toBe(steps);
      await remove(`/tracks/${asset.trackId}`);
    },
  );
});

describe('a claim', () => {
  it('is taken over once it expires, and the first validator records nothing', async () => {
    let isFirst = true;
    const server = await masterServer(async (request, response) => {
      if (!isFirst) return withRanges({ bytes: isoMedia('qt  ') })(request, response);
      isFirst = false;
      pass(45);
      await sweep();
      await settle();
      response.writeHead(404).end();
    });
    const asset = await attach(server.url, 'video');
    await announce(asset);
    await settle();
    expect([server.received.length, await shown(asset.id)]).toEqual([2, VALID]);
    // Neither message failed.
    expect([await workRow(asset.id), queue().messages]).toEqual([undefined, []]);
  });

  it('leaves recording to the new holder if taken over during recording', async () => {
    const asset = await attach((await responding(404)).url, 'video');
    await announce(asset);
    const request = { kind: validationWork, key: validationWork.key(asset.id), attempt: 0 };
    beforeNext('TransactWriteItemsCommand', async () => {
      pass(45);
      expect(await claim(new Table(), { ...request, now: now() })).toHaveProperty('claimedUntil');
    });
    await settle();
    expect([await shown(asset.id), queue().messages]).toEqual([{ status: 'pending', errors: [] }, []]);
    await run(2);
    expect(await shown(asset.id)).toEqual(VALID);
  });

  it('is not taken over while it is held', async () => {
    let isFirst = true;
    const server = await masterServer(async (request, response) => {
      if (isFirst) {
        isFirst = false;
        pass(44);
        await sweep();
        queue().send('Validation', { body });
        await settle();
      }
      withRanges({ bytes: wave() })(request, response);
    });
    const asset = await attach(server.url);
    await announce(asset);
    const { body = '' } = queue().messages[0] ?? {};
    await settle();
    expect([server.received.length, await shown(asset.id)]).toEqual([1, VALID]);
  });
});

it('the outcome is decided again if the track changes meanwhile', async () => {
  const asset = await attach((await responding()).url, 'video');
  await announce(asset);
  beforeNext('TransactWriteItemsCommand', () => patchTrack(asset.trackId, { title: 'So When' }));
  await settle();
  expect([await shown(asset.id), await kindOfTrack(asset.trackId)]).toEqual([VALID, 'video']);
});

it('a fault of the service does not count as an attempt', async () => {
  const asset = await attach((await responding()).url, 'video');
  await announce(asset);
  const row = await workRow(asset.id);
  dieAfter(0);
  await settle();
  revive();
  expect(await new Table().get({ pk: String(row?.['pk']), sk: String(row?.['sk']) })).toEqual(row);
  await run(1);
  expect(await shown(asset.id)).toEqual(VALID);
});
