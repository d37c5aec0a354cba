/** A function that is killed after each of its steps in turn: the report is made or failed, and told once. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../support/calls.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { ask, download, eventsAbout, reportOf, useReports } from './reports.ts';
import { comeBetween, dieAfter, revive, stopThrottling, takeStep, throttleAt } from './steps.ts';
import { work, workFor } from './stream-stage.ts';
import { HEADER, importReport, pass, queue, sweep } from './usage.ts';
import { BUS } from './wire.ts';

const files = useReports();
const isrc = 'DEAB12641001';
const day = { 'dsp-id': 6, date: '2026-02-05' };
const line = `2026-02-05,6,US,${isrc},10,0.5,EUR`;
let ada: Person;

beforeAll(async () => {
  comeBetween(queue());
  ada = await newAdmin();
  await newDeliveredRelease(ada, [{ title: 'First', isrc }]);
  await importReport({ name: 'one.csv', content: [line] });
  files.beforeWrite = async () => takeStep();
}, 60_000);
afterEach(() => {
  revive();
  stopThrottling();
});

/** All but the events on the bus. */
function loseMessages(): void {
  const { messages } = queue();
  messages.splice(0, messages.length, ...messages.filter((message) => message.queue === BUS));
}

async function expectDone(id: string, about: string): Promise<void> {
  expect(await reportOf(ada, id), about).toMatchObject({ status: 'completed', 'total-records': 1 });
  expect(await download(ada, id), about).toBe(`${HEADER}\n${line}\n`);
  expect(eventsAbout(id).size, about).toBe(1);
}

describe.each([
  { fate: 'redelivered', isLost: false },
  { fate: 'lost', isLost: true },
])('when the function is killed after any step, and its message is $fate', ({ isLost }) => {
  it('another goes on, and the report is complete', { timeout: 120_000 }, async () => {
    for (let step = 1; ; step++) {
      const id = await ask(ada, day);
      dieAfter(step);
      await work().catch(() => undefined);
      const wasKilled = revive();
      if (isLost) loseMessages();
      await workFor(2);
      await expectDone(id, `killed after step ${step}`);
      if (!wasKilled) return expect(step).toBeGreaterThan(4);
    }
  });
});

it('is complete whichever call the table rejects', { timeout: 120_000 }, async () => {
  for (let count = 1; ; count++) {
    const id = await ask(ada, day);
    throttleAt(count);
    await work().catch(() => undefined);
    const wasRejected = stopThrottling();
    await workFor(20);
    await expectDone(id, `rejected call ${count}`);
    if (!wasRejected) return expect(count).toBeGreaterThan(5);
  }
});

it('has the records of the file that an earlier attempt wrote, whatever was imported since', async () => {
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

it('is failed when functions die in all three attempts', { timeout: 120_000 }, async () => {
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
});
