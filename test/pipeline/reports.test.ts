/** Analytics reports, from the request to the file and the event. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../support/calls.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { listen } from '../support/log.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { type Asked, ask, download, eventsAbout, reportOf, useReports } from './reports.ts';
import { comeBetween, revive } from './steps.ts';
import { work, workFor } from './stream-stage.ts';
import { bucket, HEADER, importReport, pass, queue } from './usage.ts';

const files = useReports();
const first = 'DEAB12640001';
const second = 'DEAB12640002';
const day = { 'dsp-id': 3, date: '2026-01-05' };
let ada: Person;

const lines = [
  `2026-01-05,3,US,${second},10,0.5,EUR`,
  `2026-01-05,3,DE,${second},1,0.1,"gbp"`,
  `2026-01-05,3,US,${first},7,0.25,EUR`,
  `2026-01-05,3,US,${first},1,0.25,USD`,
  `2026-01-05,4,US,${first},100,1,EUR`,
  `2026-01-06,3,US,${first},1000,1,EUR`,
];

beforeAll(async () => {
  comeBetween(queue());
  ada = await newAdmin();
  await newDeliveredRelease(ada, [
    { title: 'First', isrc: first },
    { title: 'Second', isrc: second },
  ]);
  await importReport({ name: 'one.csv', content: lines });
  await importReport({ name: 'two.csv', content: [`2026-01-05,3,US,${first},3,0.000000000001,EUR`] });
  const grace = await newAdmin();
  await newDeliveredRelease(grace, [{ title: 'Hers', isrc: 'DEAB12640003' }]);
  await importReport({ name: 'hers.csv', content: ['2026-01-05,3,US,DEAB12640003,9,9,EUR'] });
});
afterEach(() => {
  files.beforeWrite = undefined;
  revive();
});

const completed = (id: string, records: number) => ({
  type: 'analytics_report.completed',
  ownerId: ada.userId,
  data: {
    analytics_report: {
      id: Number(id),
      dsp_id: 3,
      date: '2026-01-05',
      status: 'completed',
      total_records: records,
    },
  },
});

describe('a report', () => {
  it('has the lines of its owner, day and DSP, summed over all imports and sorted', async () => {
    const id = await ask(ada, day);
    expect(await reportOf(ada, id)).toMatchObject({ ...day, status: 'pending', 'total-records': null });
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed', 'total-records': 4 });
    expect(await download(ada, id)).toBe(
      [
        HEADER,
        `2026-01-05,3,DE,${second},1,0.1,GBP`,
        `2026-01-05,3,US,${first},10,0.250000000001,EUR`,
        `2026-01-05,3,US,${first},1,0.25,USD`,
        `2026-01-05,3,US,${second},10,0.5,EUR`,
        '',
      ].join('\n'),
    );
    expect([...eventsAbout(id).values()]).toMatchObject([completed(id, 4)]);
  });

  it('has no records for a day without plays', async () => {
    const id = await ask(ada, { 'dsp-id': 9, date: '2026-01-05' });
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed', 'total-records': 0 });
    expect(await download(ada, id)).toBe(`${HEADER}\n`);
  });

  it('has the status processing while it is made', async () => {
    const id = await ask(ada, day);
    let during: unknown;
    files.beforeWrite = async () => {
      during = await reportOf(ada, id);
      expect(await ask(ada, day)).toBe(id);
    };
    await work();
    expect(during).toMatchObject({ status: 'processing', 'download-url': null });
  });

  it('is made once even if messages or stream records are duplicated', async () => {
    const id = await ask(ada, day);
    const { lines: log, stop } = listen();
    await work({ replayed: true, copies: 3 });
    stop();
    expect(log.filter(({ event }) => event === 'report.tried')).toMatchObject([
      { reportId: id, outcome: 'completed', tries: 1, records: 4 },
    ]);
    expect(eventsAbout(id).size).toBe(1);
  });

  it('is made again when it is requested after completion', async () => {
    const earlier = await ask(ada, day);
    await work();
    const id = await ask(ada, day);
    expect(id).not.toBe(earlier);
    await importReport({ name: 'late.csv', content: [`2026-01-05,3,FR,${first},3,1,EUR`] });
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed', 'total-records': 5 });
    await importReport({ name: 'late.csv', content: [] });
    expect(await download(ada, id)).toContain(',FR,');
    expect(await download(ada, earlier)).not.toContain(',FR,');
  });
});

describe('a failing report', () => {
  const reject = () => {
    files.beforeWrite = () => Promise.reject(new Error('S3 is down.'));
  };

  it('is attempted immediately, after 10 s and after 60 s, and then fails', async () => {
    const id = await ask(ada, day);
    reject();
    const { lines: log, stop } = listen();
    await work();
    pass(9);
    await work();
    expect(log.filter(({ event }) => event === 'report.tried')).toHaveLength(1);
    pass(1);
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'processing' });
    pass(60);
    await work();
    stop();
    const tried = log.filter(({ event }) => event === 'report.tried');
    expect(tried.map(({ outcome, tries }) => [outcome, tries])).toEqual([
      ['processing', 1],
      ['processing', 2],
      ['failed', 3],
    ]);
    expect(await reportOf(ada, id)).toMatchObject({
      status: 'failed',
      'total-records': null,
      'download-url': null,
    });
    const report = { id: Number(id), dsp_id: 3, date: '2026-01-05', status: 'failed', total_records: null };
    expect([...eventsAbout(id).values()]).toMatchObject([
      { type: 'analytics_report.failed', data: { analytics_report: report } },
    ]);
  });

  it('is completed when the fault passes', async () => {
    const id = await ask(ada, day);
    reject();
    await work();
    files.beforeWrite = undefined;
    pass(10);
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed' });
    expect(eventsAbout(id).size).toBe(1);
  });

  it('can be requested again', async () => {
    const failed = await ask(ada, day);
    reject();
    await workFor(3);
    expect(await reportOf(ada, failed)).toMatchObject({ status: 'failed' });
    files.beforeWrite = undefined;
    const id = await ask(ada, day);
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed' });
  });
});

describe('a failed report repeated by an operator', () => {
  async function failed(asked: Asked): Promise<string> {
    files.beforeWrite = () => Promise.reject(new Error('S3 is down.'));
    const id = await ask(ada, asked);
    await workFor(3);
    files.beforeWrite = undefined;
    expect(await reportOf(ada, id)).toMatchObject({ status: 'failed' });
    return id;
  }

  it('is completed with its file and an event', async () => {
    const id = await failed(day);
    expect(await command('repeat-report', { id })).toEqual({ id, status: 'pending' });
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed', 'total-records': 4 });
    expect([...eventsAbout(id).values()].map(({ type }) => type)).toEqual([
      'analytics_report.failed',
      'analytics_report.completed',
    ]);
    expect(await problemsOf('repeat-report', { id })).toMatchObject([{ code: 'report_not_failed' }]);
  });

  it('is not made while its owner has requested another one', async () => {
    const id = await failed(day);
    const other = await ask(ada, day);
    expect(await problemsOf('repeat-report', { id })).toMatchObject([{ code: 'value_taken' }]);
    await work();
    expect(await reportOf(ada, other)).toMatchObject({ status: 'completed' });
    expect(await reportOf(ada, id)).toMatchObject({ status: 'failed' });
  });
});

it('a function whose claim has expired records nothing', async () => {
  const id = await ask(ada, day);
  const { lines: log, stop } = listen();
  files.beforeWrite = async () => {
    files.beforeWrite = undefined;
    pass(901);
    await workFor(2);
  };
  await work();
  stop();
  const outcomes = log.map(({ outcome }) => outcome);
  expect(outcomes.filter((each) => each === 'completed' || each === 'overtaken').toSorted()).toEqual([
    'completed',
    'overtaken',
  ]);
  expect(await reportOf(ada, id)).toMatchObject({ status: 'completed', 'total-records': 4 });
  expect(eventsAbout(id).size).toBe(1);
  expect(await bucket().has(`reports/${id}.csv.gz`)).toBe(true);
});
