/** A release on its way to the stores, while functions are killed, messages lost or repeated, and the table throttled. */

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeWork } from '../../shared/distribution/deliveries/store-work.ts';
import { reviewWork } from '../../shared/distribution/review/review-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { pass, queue, toldOnce, useDistribution, work, workFor } from './distribution.ts';
import { comeBetween, dieAfter, revive, stopThrottling, takeStep, throttleAt } from './steps.ts';
import { BUS } from './wire.ts';

const bucket = withBucket();
useDistribution({ qaMode: 'auto', qaWaitSeconds: 0, sandboxReportSeconds: 2 });

const SANDBOX = '1';
const PACKAGES = '2';

let ada: Person;
let files: FileServer;
beforeAll(async () => {
  trustReceivers();
  comeBetween(queue());
  bucket.beforeWrite = async () => takeStep();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover'));
  files.served.set('/song.wav', Buffer.from('a song'));
  ada = await newAdmin();
  await command('set-store', { 'dsp-id': PACKAGES, behavior: 'package' });
  return stopReceivers;
});
afterEach(() => {
  revive();
  stopThrottling();
});

interface Started {
  readonly album: string;
  readonly request: string;
}

/** Requests the delivery of a new release. */
async function start(): Promise<Started> {
  const { album } = await newRelease(ada, {
    tracks: 1,
    dsps: [SANDBOX, PACKAGES],
    artwork: files.url('/cover.jpg'),
    track: { 'full-audiofile-url': files.url('/song.wav') },
  });
  return { album, request: await request(ada, album) };
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly report: string | null;
}

const told = [
  'album.status_changed approved -> delivered',
  'album.status_changed draft -> in_review',
  'album.status_changed in_review -> approved',
  'delivery.created sent',
  'delivery.created sent',
  'distribution_request.status_changed null -> pending',
  'distribution_request.status_changed pending -> sent',
  `store_delivery.completed ${SANDBOX}`,
  `store_delivery.sent ${SANDBOX}`,
  `store_delivery.sent ${PACKAGES}`,
];

/** One final state for each delivery, an event with one id for each change, one package, and nothing left to do. */
async function expectDone({ album, request: id }: Started, about: string): Promise<void> {
  const { status, deliveries } = (await command('show-request', { id })) as {
    status: string;
    deliveries: readonly Shown[];
  };
  const { attributes } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
  expect([status, attributes['last-status']], about).toEqual(['sent', 'delivered']);
  const outcomes = deliveries.map(({ status: is, report }) => `${is} ${report}`);
  expect(outcomes.toSorted(), about).toEqual(['sent completed', 'sent null']);
  expect(toldOnce(album), about).toEqual(told);
  const work = [reviewWork.key(id), ...deliveries.map((delivery) => storeWork.key(delivery.id))];
  expect(await new Table().getMany(work, true), about).toEqual([]);
  await expectOnePackage(album, about);
}

/** Every package with a manifest is whole, and the album has one. */
async function expectOnePackage(album: string, about: string): Promise<void> {
  const all = await bucket.files('');
  const manifests = [...all].filter(([path]) => path.endsWith('/manifest.json'));
  const packages = manifests.map(([path, content]) => ({
    folder: path.slice(0, -'/manifest.json'.length),
    ...(JSON.parse(String(content)) as Manifest),
  }));
  const ofAlbum = packages.filter(({ albumId }) => albumId === album);
  expect(ofAlbum, about).toHaveLength(1);
  for (const { folder, storeDeliveryId, message, files: named } of ofAlbum) {
    expect(folder, about).toBe(storeDeliveryId);
    const missing = [message, ...named].filter(({ name }) => !all.has(`${folder}/${name}`));
    expect(missing, about).toEqual([]);
  }
}

interface Manifest {
  readonly storeDeliveryId: string;
  readonly albumId: string;
  readonly message: { readonly name: string };
  readonly files: readonly { readonly name: string }[];
}

/** Takes the messages that are not processed. */
function loseMessages(): void {
  const { messages } = queue();
  messages.splice(0, Number.POSITIVE_INFINITY, ...messages.filter((message) => message.queue === BUS));
}

/** After a fault: claims expire and the sweep goes round, all within two minutes. */
async function recover(): Promise<void> {
  await work();
  await workFor(2);
}

const fates = [
  { fate: 'redelivered', isLost: false },
  { fate: 'lost', isLost: true },
];

describe('a release reaches its stores, each once, and every change is told with one id', () => {
  it('when nothing goes wrong', async () => {
    const started = await start();
    await workFor(1);
    await expectDone(started, 'without a fault');
  });

  it.each(fates)(
    'when functions are killed after any step and messages are $fate',
    { timeout: 120_000 },
    async ({ isLost }) => {
      for (let step = 1; ; step++) {
        const started = await start();
        dieAfter(step);
        await work();
        pass(2);
        await work();
        const wasKilled = revive();
        if (isLost) loseMessages();
        await recover();
        await expectDone(started, `killed after step ${step}`);
        if (wasKilled) continue;
        expect(step).toBeGreaterThan(18);
        break;
      }
    },
  );

  it('when any call of the table is rejected', { timeout: 120_000 }, async () => {
    for (let call = 1; ; call++) {
      const started = await start();
      throttleAt(call);
      await work();
      pass(2);
      await work();
      const wasRejected = stopThrottling();
      await recover();
      await expectDone(started, `rejected call ${call}`);
      if (wasRejected) continue;
      expect(call).toBeGreaterThan(30);
      break;
    }
  });

  it('when every message arrives three times concurrently and every change of the stream twice', async () => {
    const started = await start();
    await workFor(1, { copies: 3, replayed: true });
    await expectDone(started, 'repeated');
  });

  it('when messages arrive again in the opposite order after all is done', async () => {
    const started = await start();
    const seen: string[] = [];
    const remember = () => {
      for (const { body, queue: name } of queue().messages) if (name !== BUS) seen.push(`${name} ${body}`);
    };
    for (let round = 0; round < 8; round++) {
      await work();
      remember();
      pass(1);
    }
    await workFor(1);
    for (const each of [...new Set(seen)].toReversed()) {
      const [name = '', body = ''] = each.split(/ (.*)/s);
      queue().messages.push({ body, queue: name, group: undefined, visibleAt: 0, receives: 0 });
      await work();
    }
    await expectDone(started, 'out of order');
  });
});

it('leaves nothing in the table that does not fit together', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
