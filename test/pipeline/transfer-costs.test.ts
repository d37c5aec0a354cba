/** What a release of ten tracks to a connected store uses of the table and of the bucket, as docs/costs.md says. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { acknowledgement } from '../../bin/local/store/acknowledgement.ts';
import { command } from '../support/distribution/stores.ts';
import { listen } from '../support/log.ts';
import { connectedStoreUse, readingUse } from '../support/measured-units.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { work } from './stream-stage.ts';
import { now } from './work-stage.ts';

const stage = useConnectedStage({ tracks: 10 });
const store = withSftpStore();
beforeEach(async () => {
  mkdirSync(join(store.folder, 'acknowledgements'));
  await command('connect-store', store.connecting(DSP));
  await work();
});

interface Used {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** @returns what the lines of each event say was used, while the work is done. */
async function measured(): Promise<(event: string) => Used> {
  const { lines, stop } = listen();
  await work();
  stop();
  return (event) => {
    const tables = lines.filter((line) => line.event === event).map(({ table }) => table as Used);
    const sum = (name: keyof Used) => tables.reduce((all, each) => all + each[name], 0);
    return { readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
  };
}

it('a release to a connected store uses what the page of costs says of the table and the bucket', async () => {
  const calls: string[] = [];
  stage.bucket.onCall = (method) => {
    calls.push(method);
    return undefined;
  };
  const { id, upc } = await stage.requested();
  const delivered = await measured();
  const objectWrites = calls.filter((method) => method === 'PUT').length;
  const requests = { objectReads: calls.length - objectWrites, objectWrites };
  const { meta } = await stage.deliveryOf(id);
  const checked = { messageId: meta['store-delivery-id'], releaseId: upc, isTakedown: false, faults: [] };
  const content = acknowledgement({ checked, response: 'accept', reason: '', now: now() });
  await command('read-store', { 'dsp-id': DSP });
  const nothing = (await measured())('store.read');
  writeFileSync(join(store.folder, 'acknowledgements', 'ACK_1.xml'), content);
  await command('read-store', { 'dsp-id': DSP });
  const acknowledged = (await measured())('store.read');
  const all = [delivered('store.attempted'), delivered('store.transferred'), acknowledged];
  const sum = (name: keyof Used) => all.reduce((units, each) => units + each[name], 0);
  expect({ readUnits: sum('readUnits'), writeUnits: sum('writeUnits'), ...requests }).toEqual(
    connectedStoreUse,
  );
  expect(nothing).toEqual(readingUse);
});
