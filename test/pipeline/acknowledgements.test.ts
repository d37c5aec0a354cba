/** Reads what a connected store says of the releases that were transferred to it. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acknowledgement, type StoreResponse } from '../../bin/local/store/acknowledgement.ts';
import { waitingAcknowledgements } from '../../shared/distribution/commands/waiting-acknowledgements.ts';
import { storeMessageKey } from '../../shared/distribution/keys.ts';
import type { Waiting } from '../../shared/kit/commands/waiting.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { request } from '../support/distribution/release.ts';
import { command, rejectedCommand } from '../support/distribution/stores.ts';
import { newUpc } from '../support/examples.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { work, workFor } from './stream-stage.ts';
import { now } from './work-stage.ts';

const stage = useConnectedStage();
const store = withSftpStore();

beforeEach(async () => {
  store.empty();
  mkdirSync(join(store.folder, 'acknowledgements'));
  await command('connect-store', store.connecting(DSP));
});

interface Sent {
  readonly id: string;
  readonly messageId: string;
  readonly releaseId: string;
}

/** @returns the ids of a delivery to the store. */
async function requested(type = 'delivery', of?: string): Promise<Sent & { readonly album: string }> {
  const releaseId = newUpc();
  const album = of ?? (await stage.release({ upc: releaseId }));
  const requestId = await request(stage.owner, album, type);
  await work();
  const { id, meta } = await stage.deliveryOf(requestId);
  return { id, album, messageId: meta['store-delivery-id'], releaseId };
}

const reportOf = async (id: string) => (await stage.readDelivery(id)).meta.report;

let changedAt = 1_700_000_000;
/** Files that were read stay known by name, size and time in seconds. Each that a test writes is a second newer. */
function write(name: string, content: string): void {
  const path = join(store.folder, 'acknowledgements', name);
  changedAt += 1;
  writeFileSync(path, content);
  utimesSync(path, changedAt, changedAt);
}

function acknowledge({ messageId, releaseId }: Sent, response: StoreResponse, isTakedown = false): void {
  const checked = { messageId, releaseId, isTakedown, faults: [] };
  const content = acknowledgement({ checked, response, reason: 'The cover is blurred.', now: now() });
  write(`ACK_${messageId}_${response}.xml`, content);
}

const counts = { files: 0, completed: 0, rejected: 0, received: 0, early: 0, unclear: 0 };

/** @returns what a reading has found. */
async function read(): Promise<object> {
  const { asked } = (await command('read-store', { 'dsp-id': DSP })) as { asked: string };
  await work();
  return command('read-store', { 'dsp-id': DSP, asked });
}

async function waiting(): Promise<readonly Waiting[]> {
  const { items } = await waitingAcknowledgements({ table: new Table(), now: now() }, 50);
  return items;
}

describe('an acknowledgement', () => {
  it('completes a delivery once, and its file stays', async () => {
    const sent = await requested();
    expect(await reportOf(sent.id)).toBeNull();
    acknowledge(sent, 'accept');
    expect(await read()).toMatchObject({ counts: { ...counts, files: 1, completed: 1 }, problem: null });
    const report = await reportOf(sent.id);
    expect(report).toMatchObject({ outcome: 'completed', reason: null });
    expect(await read()).toMatchObject({ counts });
    // The same, under another name.
    acknowledge(sent, 'twice');
    expect(await read()).toMatchObject({ counts: { files: 1, completed: 1 } });
    expect(await reportOf(sent.id)).toEqual(report);
    expect([...store.files().keys()].filter((path) => path.startsWith('acknowledgements/'))).toHaveLength(2);
  });

  it('rejects a delivery with the reason of the store', async () => {
    const sent = await requested();
    acknowledge(sent, 'reject');
    expect(await read()).toMatchObject({ counts: { files: 1, rejected: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/^The cover is blurred\./),
    });
  });

  it('is read on schedule', async () => {
    const sent = await requested();
    acknowledge(sent, 'accept');
    await workFor(17);
    expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
  });

  it('is read again if it arrives before the end of the transfer is recorded', async () => {
    store.onCall = ({ name }) => (name === 'rename' ? 'cut' : undefined);
    const sent = await requested();
    acknowledge(sent, 'accept');
    expect(await read()).toMatchObject({ counts: { files: 1, early: 1 } });
    store.onCall = undefined;
    await workFor(3);
    expect(await read()).toMatchObject({ counts: { completed: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
  });

  it('changes nothing if it contradicts an earlier one, and waits for a person', async () => {
    const sent = await requested();
    acknowledge(sent, 'accept');
    await read();
    acknowledge(sent, 'reject');
    expect(await read()).toMatchObject({ counts: { unclear: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
    const [item] = await waiting();
    expect(item?.about).toMatch(/It says rejected, but completed was recorded before\. It says: The cover/);
    await command('read-store', { 'dsp-id': DSP, dismiss: item?.id });
    expect(await waiting()).toEqual([]);
    expect(await rejectedCommand('read-store', { 'dsp-id': DSP, dismiss: item?.id })).toBe('unknown_record');
  });

  it('is shown unchanged with the command that resolves it if it means neither', async () => {
    const sent = await requested();
    acknowledge(sent, 'unclear');
    acknowledge({ ...sent, messageId: 'of-nobody' }, 'accept');
    acknowledge(sent, 'broken');
    write('large.xml', `<a>${'x'.repeat(1_100_000)}</a>`);
    write('note.txt', 'not an acknowledgement');
    expect(await read()).toMatchObject({ counts: { files: 4, unclear: 4, completed: 0 } });
    expect(await reportOf(sent.id)).toBeNull();
    const all = await waiting();
    expect(all.map(({ about }) => about).join('\n')).toMatch(/OrderPlacedForReleaseDistributor/);
    expect(all.map(({ resolve }) => resolve).join('\n')).toContain(
      `report-store ${sent.id} completed|rejected, then read-store 2 --dismiss ACK_${sent.messageId}_unclear.xml`,
    );
    for (const { id } of all) await command('read-store', { 'dsp-id': DSP, dismiss: id });
  });

  it('finds the delivery by release and day in the older message', async () => {
    const sent = await requested();
    const file = `<AcknowledgedFile><ReleaseId>${sent.releaseId}</ReleaseId><Date>${now().toISOString().slice(0, 10)}</Date></AcknowledgedFile>`;
    write(
      'old.xml',
      `<n:FtpAcknowledgementMessage xmlns:n="http://ddex.net/xml/ern-c/14">${file}<FileStatus>ResourceCorrupt</FileStatus><ErrorText>1.wav is empty.</ErrorText></n:FtpAcknowledgementMessage>`,
    );
    expect(await read()).toMatchObject({ counts: { rejected: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({ reason: '1.wav is empty. ResourceCorrupt' });
  });

  it('completes a takedown, but not a delivery, if it is of a takedown', async () => {
    const sent = await requested();
    acknowledge(sent, 'accept', true);
    expect(await read()).toMatchObject({ counts: { unclear: 1 } });
    const [item] = await waiting();
    await command('read-store', { 'dsp-id': DSP, dismiss: item?.id });
    const { messageId, id } = await requested('takedown', sent.album);
    acknowledge({ ...sent, messageId }, 'accept', true);
    expect(await read()).toMatchObject({ counts: { completed: 1 } });
    expect(await reportOf(id)).toMatchObject({ outcome: 'completed' });
  });
});

describe('a clumsy or hostile store', () => {
  const ofStore = (sent: Sent, status: string, more = '') =>
    `<a:AcknowledgementMessage xmlns:a="http://ddex.net/xml/ern-c-sftp/18"><ReleaseStatus><ReleaseStatus>${status}</ReleaseStatus>${more}<Acknowledgement><MessageId>${sent.messageId}</MessageId><MessageStatus><Status>FileOK</Status></MessageStatus></Acknowledgement></ReleaseStatus></a:AcknowledgementMessage>`;
  const dismissAll = async () => {
    for (const { id } of await waiting()) await command('read-store', { 'dsp-id': DSP, dismiss: id });
  };

  it('is shown with its requests in the reason of a rejection, and otherwise in list-waiting', async () => {
    const rejected = await requested();
    const asks = '<ProposedActionType>ResendXmlOnly</ProposedActionType>';
    write('1.xml', ofStore(rejected, 'RightsConflict', `<ErrorText>Claimed.</ErrorText>${asks}`));
    const taken = await requested();
    write(
      '2.xml',
      ofStore(taken, 'ReleaseStagedForPublication', '<ManualCheckRequired>true</ManualCheckRequired>'),
    );
    expect(await read()).toMatchObject({ counts: { completed: 1, rejected: 1, unclear: 0 } });
    expect((await reportOf(rejected.id)).reason).toBe(
      'Claimed. RightsConflict The store asks for the message again, without the files.',
    );
    expect(await reportOf(taken.id)).toMatchObject({ outcome: 'completed', reason: null });
    expect((await waiting()).map(({ id, about }) => [id, about])).toEqual([
      [
        '2.xml',
        `DSP 2: The delivery ${taken.id} is completed. Somebody must check it before it is sent again.`,
      ],
    ]);
    await dismissAll();
  });

  it('is read again once an acknowledgement is complete', async () => {
    const sent = await requested();
    const whole = ofStore(sent, 'ReleaseStagedForPublication');
    write('part.xml', whole.slice(0, 150));
    expect(await read()).toMatchObject({ counts: { unclear: 1 } });
    expect(await waiting()).toHaveLength(1);
    write('part.xml', whole);
    expect(await read()).toMatchObject({ counts: { completed: 1, unclear: 0 } });
    expect(await waiting()).toEqual([]);
  });

  it('can rename a file while it is read', async () => {
    const sent = await requested();
    write('1.xml', ofStore(sent, 'ReleaseStagedForPublication'));
    const other = await requested();
    write('2.xml', ofStore(other, 'ReleaseStagedForPublication'));
    store.onCall = ({ name, path }) =>
      name === 'open' && path.endsWith('1.xml') ? { status: 2 } : undefined;
    expect(await read()).toMatchObject({ counts: { files: 1, completed: 1 }, problem: null });
    store.onCall = undefined;
    expect(await read()).toMatchObject({ counts: { files: 1, completed: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
  });

  it('can deny access to a file, which is reported, and read once access is granted', async () => {
    const sent = await requested();
    write('1.xml', ofStore(sent, 'ReleaseStagedForPublication'));
    const other = await requested();
    write('2.xml', ofStore(other, 'ReleaseStagedForPublication'));
    store.onCall = ({ name, path }) =>
      name === 'open' && path.endsWith('1.xml') ? { status: 3 } : undefined;
    expect(await read()).toMatchObject({ counts: { files: 2, completed: 1, unclear: 1 }, problem: null });
    expect((await waiting())[0]?.about).toMatch(/^DSP 2: The store denies permission/);
    store.onCall = undefined;
    expect(await read()).toMatchObject({ counts: { files: 1, completed: 1, unclear: 0 } });
    expect(await waiting()).toEqual([]);
  });

  it('cannot end deliveries of other stores, nor one delivery in two ways', async () => {
    const sent = await requested();
    const twice = ofStore(sent, 'ReleaseStagedForPublication').replace(
      /<ReleaseStatus>.*<\/ReleaseStatus>/,
      (status) => status + status.replace('ReleaseStagedForPublication', 'RightsConflict'),
    );
    const table = new Table();
    const { pk } = storeMessageKey('3', '');
    await table.commit([{ put: { ...storeMessageKey('3', 'of-another'), deliveryId: sent.id } }]);
    expect(pk).not.toBe(storeMessageKey(DSP, '').pk);
    write('1.xml', ofStore({ ...sent, messageId: 'of-another' }, 'RightsConflict'));
    expect(await read()).toMatchObject({ counts: { unclear: 1, rejected: 0 } });
    write('2.xml', twice);
    expect(await read()).toMatchObject({ counts: { files: 1, completed: 1, unclear: 1 } });
    expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
    await dismissAll();
  });
});

it('an unreadable store is reported, and its files are read later', async () => {
  const sent = await requested();
  acknowledge(sent, 'accept');
  store.onCall = ({ name }) => (name === 'opendir' ? { status: 3 } : undefined);
  expect(await read()).toMatchObject({ problem: expect.stringMatching(/^The store denies permission/) });
  store.onCall = undefined;
  await workFor(17);
  expect(await reportOf(sent.id)).toMatchObject({ outcome: 'completed' });
});
