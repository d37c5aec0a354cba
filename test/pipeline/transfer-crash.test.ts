/** Transfers to a connected store while the function is killed: after each of its writes, and before each call to the store. */
import type { SQSBatchResponse } from 'aws-lambda';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { newUpc } from '../support/examples.ts';
import { isEvent } from '../support/queues.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type FileServer, fileServer } from '../support/stores/file-server.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { expectNoHalfPackage } from '../support/stores/whole-package.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { comeBetween, revive, takeStep } from './steps.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass, queue, redeliver, settle, useWorkStage } from './work-stage.ts';

const clock = { now, random: () => 0.5 };
const transferer = transfererWith(clock);
/** Transfers stay in their queue. */
let isHeld = false;
useWorkStage({
  consumers: {
    Review: reviewerWith({ now }),
    Store: delivererWith({ ...clock, storeFor }),
    Transfer: (event): Promise<SQSBatchResponse> => {
      const all = event.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
      return isHeld ? Promise.resolve({ batchItemFailures: all }) : transferer(event);
    },
  },
  settings: { qaMode: 'auto', qaWaitSeconds: 0 },
  streams: true,
});
withBucket();
const store = withSftpStore();

const DSP = '2';
const audio = Buffer.alloc(70_000, 'a song ');
const cover = Buffer.from('a cover');
const lengths = [audio.length, cover.length];

let ada: Person;
let files: FileServer;
beforeAll(async () => {
  trustReceivers();
  comeBetween(queue());
  files = await fileServer();
  files.served.set('/cover.jpg', cover).set('/song.wav', audio);
  ada = await newAdmin();
  await command('connect-store', store.connecting(DSP));
  return stopReceivers;
});
afterEach(() => {
  revive();
});

interface Begun {
  readonly id: string;
  readonly upc: string;
}

/** @returns a release whose package is in the bucket, and whose transfer is due. */
async function packed(): Promise<Begun> {
  store.empty();
  isHeld = true;
  const upc = newUpc();
  const { album } = await newRelease(ada, {
    tracks: 1,
    dsps: [DSP],
    'upc-code': upc,
    artwork: files.url('/cover.jpg'),
    track: { 'full-audiofile-url': files.url('/song.wav'), 'isrc-code': null },
  });
  const id = await request(ada, album);
  await work();
  expect(store.calls).toEqual([]);
  isHeld = false;
  redeliver();
  store.onCall = () => {
    try {
      takeStep();
      return undefined;
    } catch {
      // Nothing more comes from a function that was killed.
      return 'cut';
    }
  };
  return { id, upc };
}

const fates = [
  { fate: 'redelivered', isLost: false },
  { fate: 'lost', isLost: true },
] as const;

it.each(fates)(
  'a transfer that is killed at any step, with messages $fate, places one package, which is complete when it has its message',
  { timeout: 300_000 },
  async ({ isLost }) => {
    const end = async (about: string, { id, upc }: Begun) => {
      store.onCall = undefined;
      expectNoHalfPackage(store.files(), { upc, lengths, about });
      if (isLost) queue().lose((message) => !isEvent(message));
      else {
        pass(CLAIM_SECONDS);
        redeliver();
      }
      await work();
      await workFor(4);
      const { included } = (await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=deliveries`))
        .body;
      const [delivery] = included;
      expect(delivery.attributes, about).toMatchObject({ status: 'sent', errors: null });
      const paths = [...store.files().keys()];
      expect(new Set(paths.map((path) => path.split('/')[0])).size, about).toBe(1);
      expect(paths, about).toHaveLength(3);
      expectNoHalfPackage(store.files(), { upc, lengths, about });
      expect(await new Table().get(transferWork.key(delivery.id)), about).toBeUndefined();
    };
    expect(await killedAfterEveryStep({ begin: packed, run: () => settle(), end })).toBeGreaterThan(25);
  },
);
