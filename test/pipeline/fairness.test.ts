/** Deliveries of several owners at one function, while the audio server of one of them does not respond. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../support/calls.ts';
import { newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { pass, useDistribution, work, workFor } from './distribution.ts';

withBucket();
useDistribution({ qaMode: 'auto', qaWaitSeconds: 0 }, { slotsPerOwner: 1 });

const SANDBOX = '1';
const PACKAGES = '2';
let files: FileServer;

beforeAll(async () => {
  trustReceivers();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover'));
  files.served.set('/song.wav', Buffer.from('a song'));
  await command('set-store', { 'dsp-id': PACKAGES, behavior: 'package' });
  return stopReceivers;
});

/** Requests the delivery of a new release. @returns a function that reads the statuses of its deliveries. */
async function start(person: Person, dsp: string, song = '/song.wav'): Promise<() => Promise<string[]>> {
  const { album } = await newRelease(person, {
    tracks: 1,
    dsps: [dsp],
    artwork: files.url('/cover.jpg'),
    track: { 'full-audiofile-url': files.url(song) },
  });
  const id = await request(person, album);
  return async () => {
    const { deliveries } = (await command('show-request', { id })) as { deliveries: { status: string }[] };
    return deliveries.map(({ status }) => status);
  };
}

it('an unresponsive file server delays neither deliveries of other owners nor those to the sandbox', async () => {
  const ada = await newAdmin();
  const ben = await newAdmin();
  const arrival = Promise.withResolvers<void>();
  let asked = 0;
  files.served.set('/slow.wav', async (_, response) => {
    asked += 1;
    await arrival.promise;
    response.writeHead(200, { 'content-length': 6 }).end('a song');
  });
  const slow = [await start(ada, PACKAGES, '/slow.wav'), await start(ada, PACKAGES, '/slow.wav')];
  const waiting = work();
  await expect.poll(() => asked).toBe(1);
  const others = [await start(ada, SANDBOX), await start(ben, SANDBOX), await start(ben, PACKAGES)];
  // Reviews of the same owner also wait for each other.
  for (let round = 0; round < 4; round++) {
    await work();
    pass(8);
  }
  await work();
  expect(await Promise.all(others.map((statuses) => statuses()))).toEqual([['sent'], ['sent'], ['sent']]);
  expect(await Promise.all(slow.map((statuses) => statuses()))).toEqual([['pending'], ['pending']]);
  expect(asked).toBe(1);
  arrival.resolve();
  await waiting;
  await workFor(1);
  expect(await Promise.all(slow.map((statuses) => statuses()))).toEqual([['sent'], ['sent']]);
});
