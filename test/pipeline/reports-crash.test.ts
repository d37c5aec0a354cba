/** Kills the function after each of its steps in turn. The report is completed or fails, with one event. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { isEvent } from '../support/queues.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { killedAfterEveryStep, rejectedAtEveryCall } from './every-step.ts';
import { ask, download, eventsAbout, reportOf, useReports, waitingReport } from './reports.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, dieAfter, revive, stopThrottling, takeStep } from './steps.ts';
import { skipStream, work, workFor } from './stream-stage.ts';
import { HEADER, importReport, pass, queue, sweep } from './usage.ts';
import { redeliver } from './work-stage.ts';

const files = useReports();
const isrc = 'DEAB12641001';
const day = { 'dsp-id': 6, date: '2026-02-05' };
const line = `2026-02-05,6,US,${isrc},10,0.5,EUR`;
let ada: Person;
let putBack: () => Promise<void>;

beforeAll(async () => {
  comeBetween(queue());
  ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'First', isrc }]);
  await importReport({ name: 'one.csv', content: [line] });
  files.beforeWrite = async () => takeStep();
  putBack = await saveStage({ queues: queue(), bucket: files });
});
afterEach(() => {
  revive();
  stopThrottling();
});

/** Publish-changes throws when it is killed. */
const workUntilKilled = () => work().catch(() => undefined);

/** Everything except the events on the bus. */
function loseMessages(): void {
  queue().lose((message) => !isEvent(message));
}

async function expectDone(id: string, about: string): Promise<void> {
  expect(await reportOf(ada, id), about).toMatchObject({ status: 'completed', 'total-records': 1 });
  expect(await download(ada, id), about).toBe(`${HEADER}\n${line}\n`);
  expect(eventsAbout(id).size, about).toBe(1);
}

const begin = async () => {
  await putBack();
  await skipStream();
  return ask(ada, day);
};

describe.each([
  { fate: 'redelivered', isLost: false },
  { fate: 'lost', isLost: true },
])('a function killed after any step with its message $fate', ({ isLost }) => {
  it('is followed by another that completes the report', async () => {
    const end = async (about: string, id: string) => {
      if (isLost) loseMessages();
      else {
        pass(CLAIM_SECONDS);
        redeliver();
      }
      await work();
      await workFor(2);
      await expectDone(id, about);
    };
    expect(await killedAfterEveryStep({ begin, run: workUntilKilled, end })).toBeGreaterThan(3);
  });
});

it('a report completes even if the table rejects any one call', async () => {
  const end = async (about: string, id: string) => {
    await workFor(20);
    await expectDone(id, about);
  };
  expect(await rejectedAtEveryCall({ begin, run: workUntilKilled, end })).toBeGreaterThan(4);
});

it('a report keeps the records of an earlier attempt despite later imports', async () => {
  const id = await ask(ada, day);
  files.writes = 0;
  files.crash = { writesBefore: 0, isWritten: true };
  await work();
  files.revive();
  expect(await reportOf(ada, id)).toMatchObject({ status: 'processing' });
  await importReport({ name: 'two.csv', content: [`2026-02-05,6,DE,${isrc},1,1,EUR`] });
  pass(10);
  await work();
  await importReport({ name: 'two.csv', content: [] });
  await expectDone(id, 'written before');
});

it('a report fails if functions die in all three attempts', async () => {
  const id = await ask(ada, day);
  files.beforeWrite = async () => {
    dieAfter(0);
    takeStep();
  };
  for (let tries = 0; tries < 3; tries++) {
    await work().catch(() => undefined);
    expect(revive()).toBe(true);
    loseMessages();
    pass(60);
    await sweep();
  }
  await work();
  expect(await reportOf(ada, id)).toMatchObject({ status: 'failed', 'total-records': null });
  expect(eventsAbout(id).size).toBe(1);
  expect(await waitingReport(id)).toMatchObject({
    about: expect.stringMatching(/: The function that makes it died at the last of 3 attempts\.$/),
  });
});
