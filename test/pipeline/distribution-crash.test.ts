/** Delivers a release while functions are killed, messages are lost or repeated, and the table throttles. */

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { isEvent, type QueuedMessage } from '../support/queues.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { pass, queue, toldOnce, useDistribution, work, workFor } from './distribution.ts';
import { killedAfterEveryStep, rejectedAtEveryCall } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive, stopThrottling, takeStep } from './steps.ts';
import { saveStream, skipStream } from './stream-stage.ts';
import { redeliver } from './work-stage.ts';

const bucket = withBucket();
const codes = { isrc: 'QZCRA', gs1: '0850004' };
useDistribution({ qaMode: 'auto', qaWaitSeconds: 0, sandboxReportSeconds: 2, codes });

const SANDBOX = '1';
const PACKAGES = '2';

let ada: Person;
let files: FileServer;
let album: string;
let putBack: () => Promise<void>;
beforeAll(async () => {
  trustReceivers();
  comeBetween(queue());
  bucket.beforeWrite = async () => takeStep();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover'));
  files.served.set('/song.wav', Buffer.from('a song'));
  ada = await newAdmin();
  await command('set-store', { 'dsp-id': PACKAGES, behavior: 'package' });
  ({ album } = await newRelease(ada, {
    tracks: 1,
    dsps: [SANDBOX, PACKAGES],
    artwork: files.url('/cover.jpg'),
    'upc-code': null,
    track: { 'full-audiofile-url': files.url('/song.wav'), 'isrc-code': null },
  }));
  putBack = await saveStage({ queues: queue(), bucket });
  return stopReceivers;
});
afterEach(() => {
  revive();
  stopThrottling();
});

/** What the sandbox store reports. */
type Outcome = 'completed' | 'rejected';

/** Requests the delivery of the release, as if for the first time. @returns the id of the request. */
async function start(outcome: Outcome): Promise<string> {
  await putBack();
  const behavior = outcome === 'completed' ? 'confirm' : 'reject';
  await command('set-store', { 'dsp-id': SANDBOX, behavior });
  await skipStream();
  return request(ada, album);
}

/** @returns a function that returns to the moment after the request. */
async function started(outcome: Outcome): Promise<() => Promise<string>> {
  const id = await start(outcome);
  const putBackRequest = await saveStage({ queues: queue(), bucket });
  const putBackStream = await saveStream();
  return async () => {
    await putBackRequest();
    await putBackStream();
    return id;
  };
}

interface Shown {
  readonly id: string;
  readonly attributes: { readonly status: string };
  readonly meta: { readonly report: { readonly outcome: string; readonly at: string } | null };
}

const toldWith = (outcome: Outcome) => [
  'album.status_changed approved -> delivered',
  'album.status_changed draft -> in_review',
  'album.status_changed in_review -> approved',
  'delivery.created sent',
  'delivery.created sent',
  'distribution_request.status_changed null -> pending',
  'distribution_request.status_changed pending -> sent',
  `store_delivery.${outcome} ${SANDBOX}`,
  `store_delivery.sent ${SANDBOX}`,
  `store_delivery.sent ${PACKAGES}`,
];

/** Expects a final state for each delivery, codes, one event id for each change, one package and no remaining work. */
async function expectDone(id: string, about: string, outcome: Outcome): Promise<void> {
  const asked = await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=album,deliveries`);
  const { data, included } = asked.body;
  const [shown, ...deliveries] = included as [
    { attributes: { 'upc-code': string }; meta: object },
    ...Shown[],
  ];
  expect(data.attributes.status, about).toBe('sent');
  const live = outcome === 'completed' ? [SANDBOX, PACKAGES] : [PACKAGES];
  expect(shown, about).toMatchObject({
    attributes: { 'last-status': 'delivered' },
    meta: { 'live-on': live },
  });
  const { data: tracks } = (await ask(ada, 200, 'GET', `/albums/${album}/tracks`)).body;
  const given = [shown.attributes['upc-code'], tracks[0].attributes['isrc-code']];
  expect(given, about).toEqual([expect.stringMatching(/^850004/), expect.stringMatching(/^QZCRA/)]);
  const outcomes = deliveries.map(({ attributes, meta }) => `${attributes.status} ${meta.report?.outcome}`);
  expect(outcomes.toSorted(), about).toEqual([`sent ${outcome}`, 'sent undefined']);
  const reportedAt = deliveries.flatMap(({ meta }) => meta.report?.at ?? []);
  expect(reportedAt, about).toEqual([expect.stringMatching(/^\d{4}-.*Z$/)]);
  expect(toldOnce(album), about).toEqual(toldWith(outcome));
  const work = [reviewWork.key(id), ...deliveries.map((delivery) => storeWork.key(delivery.id))];
  expect(await new Table().getMany(work, true), about).toEqual([]);
  // What the deliveries shared is removed with the last one, or expires.
  const shared = (await allRows()).filter(({ pk, sk }) => pk === `distribution-requests#${id}` && sk !== '#');
  expect(shared.filter(({ expires }) => typeof expires !== 'number')).toEqual([]);
  await expectOnePackage(about, given);
}

/** Expects one complete package with a manifest, and the codes in its message. */
async function expectOnePackage(about: string, given: readonly string[]): Promise<void> {
  const all = await bucket.files('');
  const manifests = [...all].filter(([path]) => path.endsWith('/manifest.json'));
  expect(manifests, about).toHaveLength(1);
  for (const [path, content] of manifests) {
    const { storeDeliveryId, albumId, message, files: named } = JSON.parse(String(content)) as Manifest;
    expect([path, albumId], about).toEqual([`${storeDeliveryId}/manifest.json`, album]);
    const missing = [message, ...named].filter(({ name }) => !all.has(`${storeDeliveryId}/${name}`));
    expect(missing, about).toEqual([]);
    const sent = String(all.get(`${storeDeliveryId}/${message.name}`));
    for (const code of given) expect(sent, about).toContain(code);
  }
}

interface Manifest {
  readonly storeDeliveryId: string;
  readonly albumId: string;
  readonly message: { readonly name: string };
  readonly files: readonly { readonly name: string }[];
}

/** Removes the messages that were not processed. */
function loseMessages(): void {
  queue().lose((message) => !isEvent(message));
}

/** Processes the release until functions fail. */
async function deliver(): Promise<void> {
  await work();
  pass(2);
  await work();
}

/** Recovers from a fault within two minutes, in which claims expire and the sweep runs. */
async function recover(): Promise<void> {
  await work();
  await workFor(2);
}

const fates = [
  { fate: 'redelivered', isLost: false, outcome: 'completed' },
  { fate: 'lost', isLost: true, outcome: 'rejected' },
] as const;

describe('a release', () => {
  it.each(fates)(
    'reaches each store once if functions are killed, messages are $fate and a store reports $outcome',
    { timeout: 300_000 },
    async ({ isLost, outcome }) => {
      const end = async (about: string, id: string) => {
        if (isLost) loseMessages();
        else {
          pass(CLAIM_SECONDS);
          redeliver();
        }
        await recover();
        await expectDone(id, about, outcome);
      };
      const begin = await started(outcome);
      expect(await killedAfterEveryStep({ begin, run: deliver, end })).toBeGreaterThan(18);
    },
  );

  it('reaches each store once if the table rejects any one call', { timeout: 300_000 }, async () => {
    const end = async (about: string, id: string) => {
      await recover();
      await expectDone(id, about, 'rejected');
    };
    const begin = await started('rejected');
    expect(await rejectedAtEveryCall({ begin, run: deliver, end })).toBeGreaterThan(30);
  });

  it('reaches each store once if messages arrive three times and changes twice', async () => {
    const id = await start('rejected');
    await workFor(1, { copies: 3, replayed: true });
    await expectDone(id, 'repeated', 'rejected');
  });

  it('reaches each store once if messages are repeated backwards after all work', async () => {
    const id = await start('completed');
    const seen = new Map<string, QueuedMessage>();
    const remember = () => {
      for (const message of queue().messages) if (!isEvent(message)) seen.set(message.body, message);
    };
    for (let round = 0; round < 8; round++) {
      await work();
      remember();
      pass(1);
    }
    await workFor(1);
    for (const message of [...seen.values()].toReversed()) {
      queue().repeat([message]);
      await work();
    }
    await expectDone(id, 'out of order', 'completed');
  });
});

it('all rows of the table are consistent afterwards', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
