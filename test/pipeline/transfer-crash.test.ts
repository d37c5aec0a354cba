/** Transfers to a connected store while the function is killed: after each of its writes, and before each call to the store. */
import type { SQSBatchResponse } from 'aws-lambda';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { awaitedOf } from '../../shared/distribution/awaiting/awaited.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { command } from '../support/distribution/stores.ts';
import { isEvent } from '../support/queues.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { expectNoHalfPackage } from '../support/stores/whole-package.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { comeBetween, revive, takeStep } from './steps.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass, queue, redeliver, settle } from './work-stage.ts';

const transferer = transfererWith({ now, random: () => 0.5 });
/** Transfers stay in their queue. */
let isHeld = false;
const stage = useConnectedStage({
  audio: Buffer.alloc(70_000, 'a song '),
  consumers: {
    Transfer: (event): Promise<SQSBatchResponse> => {
      const all = event.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
      return isHeld ? Promise.resolve({ batchItemFailures: all }) : transferer(event);
    },
  },
});
const store = withSftpStore();

const { lengths } = stage;

beforeAll(async () => {
  comeBetween(queue());
  await command('connect-store', store.connecting(DSP));
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
  const { id, upc } = await stage.requested();
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
      const delivery = await stage.deliveryOf(id);
      expect(delivery.attributes, about).toMatchObject({ status: 'sent', errors: null });
      const paths = [...store.files().keys()];
      expect(new Set(paths.map((path) => path.split('/')[0])).size, about).toBe(1);
      expect(paths, about).toHaveLength(3);
      expectNoHalfPackage(store.files(), { upc, lengths, about });
      expect(await new Table().get(transferWork.key(delivery.id)), about).toBeUndefined();
      const awaited = await awaitedOf(new Table(), DSP, 1000);
      expect(
        awaited.filter(({ deliveryId }) => deliveryId === delivery.id),
        about,
      ).toEqual([{ deliveryId: delivery.id, sentAt: delivery.attributes.date }]);
    };
    expect(await killedAfterEveryStep({ begin: packed, run: () => settle(), end })).toBeGreaterThan(25);
  },
);
