/** What tells operators that a connected store has not acknowledged what it has, and what ends that. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgement, type StoreResponse } from '../../bin/local/store/acknowledgement.ts';
import { awaitedOf } from '../../shared/distribution/awaiting/awaited.ts';
import { countUnacknowledged } from '../../shared/distribution/awaiting/silent-stores.ts';
import { waitingAcknowledgements } from '../../shared/distribution/commands/waiting-acknowledgements.ts';
import { connectionKey } from '../../shared/distribution/keys.ts';
import { UNCONFIRMED } from '../../shared/distribution/rules/distribution.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { command } from '../support/distribution/stores.ts';
import { metricLines, valuesOf } from '../support/metrics.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass } from './work-stage.ts';

const stage = useConnectedStage({ settings: { deliveryConsideredCompleteDays: 14 } });
const store = withSftpStore();

const table = () => new Table();
const counted = () => valuesOf('StoresSilent').length;
const awaited = async () => (await awaitedOf(table(), DSP, 10)).map(({ deliveryId }) => deliveryId);

beforeEach(async () => {
  store.empty();
  mkdirSync(join(store.folder, 'acknowledgements'));
  await command('connect-store', store.connecting(DSP, { 'acknowledged-within': 2 }));
  for (const id of await awaited())
    await command('report-store', { 'delivery-id': id, outcome: 'completed' });
});

interface Sent {
  /** Of the delivery. */
  readonly id: string;
  readonly messageId: string;
  readonly upc: string;
  /** On which it was sent. */
  readonly day: string;
}

async function sent(): Promise<Sent> {
  const { id: requestId, upc } = await stage.requested();
  await work();
  const { id, meta } = await stage.deliveryOf(requestId);
  return { id, messageId: meta['store-delivery-id'], upc, day: now().toISOString().slice(0, 10) };
}

function write({ messageId }: Sent, content: string): void {
  writeFileSync(join(store.folder, 'acknowledgements', `ACK_${messageId}_${now().getTime()}.xml`), content);
}

function acknowledge(of: Sent, response: StoreResponse): void {
  const checked = { messageId: of.messageId, releaseId: of.upc, isTakedown: false, faults: [] };
  write(of, acknowledgement({ checked, response, reason: 'The cover is blurred.', now: now() }));
}

const received = ({ upc, day }: Sent): string =>
  `<n:FtpAcknowledgementMessage xmlns:n="http://ddex.net/xml/ern-c/14"><AcknowledgedFile><ReleaseId>${upc}</ReleaseId><Date>${day}</Date>` +
  '</AcknowledgedFile><FileStatus>FileOK</FileStatus></n:FtpAcknowledgementMessage>';

const reportOf = async ({ id }: Sent) => (await stage.readDelivery(id)).meta.report;

interface Shown {
  readonly silence?: string;
}
async function silence(): Promise<string | undefined> {
  const { stores } = (await command('list-stores', {})) as { stores: (Shown & { id: string })[] };
  return stores.find(({ id }) => id === DSP)?.silence;
}

/** What `status` counts, and what `list-waiting` lists. */
const waits = async () => ({
  counts: await countUnacknowledged(table(), now()),
  items: (await waitingAcknowledgements({ table: table(), now: now() }, 50)).items.filter(
    ({ what }) => what === 'store without an acknowledgement',
  ),
});

const nobodyWaits = { counts: { count: 0, oldest: null, since: null }, items: [] };

describe('a store that acknowledges nothing', () => {
  it('raises the alarm and is shown to operators after its time limit', async () => {
    const first = await sent();
    const second = await sent();
    const before = counted();
    await workFor(110);
    expect(counted()).toBe(before);
    expect(await silence()).toBeUndefined();
    expect(await waits()).toMatchObject(nobodyWaits);
    await workFor(30);
    expect(counted()).toBeGreaterThan(before);
    expect(metricLines().at(-1)).toMatchObject({ kind: 'store-reading', StoresSilent: 1 });
    expect(await silence()).toBe(
      `2 deliveries have had no acknowledgement for 2 hours or longer. The oldest is delivery ${first.id}, sent 2 hours ago.`,
    );
    expect(await waits()).toMatchObject({
      counts: { count: 2, oldest: first.id, since: expect.stringMatching(/Z$/) },
      items: [
        {
          id: DSP,
          about: await silence(),
          resolve: `ask the store, then report-store ${first.id} completed|rejected`,
        },
      ],
    });
    await command('report-store', { 'delivery-id': first.id, outcome: 'completed' });
    expect(await silence()).toMatch(new RegExp(`^1 delivery has .* delivery ${second.id}, sent`));
  });

  it('raises the alarm even while it cannot be read', async () => {
    await sent();
    store.onCall = () => 'cut';
    const before = counted();
    await workFor(150);
    expect(counted()).toBeGreaterThan(before);
  });

  it('has 48 hours if an earlier version connected it', async () => {
    await sent();
    const { acknowledgedWithinHours: _, ...row } = Object(await table().get(connectionKey(DSP)));
    await table().commit([{ put: { ...row, ...connectionKey(DSP) } }]);
    pass(47 * 3600);
    expect(await silence()).toBeUndefined();
    pass(3600);
    expect(await silence()).toMatch(/^1 delivery has had no acknowledgement for 2 days or longer/);
  });
});

describe('the silence of a store', () => {
  it.each(['accept', 'reject', 'unclear'] as const)(
    'ends with the late acknowledgement %s',
    async (response) => {
      const of = await sent();
      await workFor(150);
      expect(await awaited()).toEqual([of.id]);
      acknowledge(of, response);
      await workFor(20);
      expect(await awaited()).toEqual([]);
      const before = counted();
      await workFor(40);
      expect(counted()).toBe(before);
      expect(await waits()).toMatchObject(nobodyWaits);
    },
  );

  it('ends with an acknowledgement of receipt, which reports nothing', async () => {
    const of = await sent();
    await workFor(150);
    write(of, received(of));
    await workFor(20);
    expect(await awaited()).toEqual([]);
    expect(await reportOf(of)).toBeNull();
  });

  it('does not begin if the store acknowledges before the end of the transfer is recorded', async () => {
    const of = await sent();
    acknowledge(of, 'accept');
    acknowledge(of, 'accept');
    await workFor(20, { copies: 2 });
    expect(await awaited()).toEqual([]);
  });

  it('ends after 14 days, when the delivery states that it was never confirmed', async () => {
    const of = await sent();
    pass(14 * 86_400);
    await workFor(2);
    expect(await reportOf(of)).toMatchObject({ outcome: 'completed', reason: UNCONFIRMED });
    expect(await awaited()).toEqual([]);
    acknowledge(of, 'reject');
    await workFor(20);
    expect(await reportOf(of)).toMatchObject({ outcome: 'completed', reason: UNCONFIRMED });
    pass(60);
    acknowledge(of, 'accept');
    await workFor(20);
    expect(await reportOf(of)).toMatchObject({ outcome: 'completed', reason: null });
  });
});
