/** A bucket that rejects calls while a release is packaged, a report is made and a store's report is imported. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { importerWith } from '../../functions/import-usage/handler.ts';
import { reporterWith } from '../../functions/make-reports/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { listen } from '../support/log.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { ask, reportOf, waitingReport } from './reports.ts';
import { work, workFor } from './stream-stage.ts';
import { importOf, start, usageSums } from './usage.ts';
import { now, useWorkStage } from './work-stage.ts';

const clock = { now, random: () => 0.5 };
useWorkStage({
  consumers: {
    Review: reviewerWith({ now }),
    Store: delivererWith({ ...clock, storeFor }),
    Usage: importerWith({ now }),
    Report: reporterWith(clock),
  },
  settings: { qaMode: 'auto', qaWaitSeconds: 0 },
  streams: true,
});
const bucket = withBucket();

let ada: Person;
let files: FileServer;
beforeAll(async () => {
  trustReceivers();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover'));
  files.served.set('/song.wav', Buffer.from('a song'));
  ada = await newAdmin();
  await command('set-store', { 'dsp-id': '2', behavior: 'package' });
  return stopReceivers;
});
afterEach(() => {
  bucket.rejectsWith = undefined;
});

/** Minutes of an outage, in which messages are redelivered and swept. */
const OUTAGE_MINUTES = 20;

describe.each([403, 503] as const)('a bucket that responds with %i', (status) => {
  it('delays a package, which is then written once, without counting as a failure', async () => {
    const release = await newRelease(ada, {
      tracks: 1,
      dsps: ['2'],
      artwork: files.url('/cover.jpg'),
      track: { 'full-audiofile-url': files.url('/song.wav'), 'isrc-code': null },
    });
    const before = (await bucket.files('')).size;
    bucket.rejectsWith = status;
    const id = await request(ada, release.album);
    const { lines, stop } = listen();
    await work();
    await workFor(OUTAGE_MINUTES);
    stop();
    const shown = () => command('show-request', { id });
    expect(await shown()).toMatchObject({ deliveries: [{ status: 'pending' }] });
    // Operators find the reason in the log.
    expect(lines.find(({ event }) => event === 'store.fault')).toMatchObject({
      problem: { message: `S3 responded with ${status}.` },
    });
    bucket.rejectsWith = undefined;
    await workFor(OUTAGE_MINUTES);
    expect(await shown()).toMatchObject({ status: 'sent', deliveries: [{ status: 'sent', errors: null }] });
    // The manifest, the message, the cover and the song.
    expect((await bucket.files('')).size).toBe(before + 4);
  });

  it('delays an import, which then counts each line once', async () => {
    const isrc = `DEAB1262${status}01`.slice(0, 12);
    await newDeliveredRelease(ada, [{ title: 'Outage', isrc }]);
    const name = `outage-${status}.csv`;
    await start({ name, content: [`2026-01-05,1,US,${isrc},10,0.5,EUR`] });
    bucket.rejectsWith = status;
    await workFor(OUTAGE_MINUTES);
    expect(await importOf(name)).toMatchObject({ state: 'running' });
    bucket.rejectsWith = undefined;
    await workFor(OUTAGE_MINUTES);
    expect(await importOf(name)).toMatchObject({ state: 'done', counts: { imported: 1, unmatched: 0 } });
    const lines = Object.entries((await usageSums()).lines).filter(([key]) => key.includes(isrc));
    expect(lines.map(([, sums]) => sums)).toEqual([[10, 500_000_000_000n]]);
  });

  it('fails an analytics report after three attempts and logs the reason', async () => {
    const id = await ask(ada, { 'dsp-id': 3, date: `2026-02-0${status === 403 ? 3 : 5}` });
    bucket.rejectsWith = status;
    const { lines, stop } = listen();
    await workFor(3);
    stop();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'failed' });
    const [last] = lines.filter(({ event }) => event === 'report.tried').slice(-1);
    expect(last).toMatchObject({
      outcome: 'failed',
      tries: 3,
      problem: { name: status === 403 ? 'AccessDenied' : 'SlowDown' },
    });
    expect(await waitingReport(id)).toMatchObject({
      about: expect.stringMatching(status === 403 ? /: AccessDenied: / : /: SlowDown: /),
    });
    bucket.rejectsWith = undefined;
    await command('repeat-report', { id });
    await work();
    expect(await reportOf(ada, id)).toMatchObject({ status: 'completed' });
  });
});
