/** What tells operators that a connected store cannot be reached or written to, while nothing is transferred to it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { command } from '../support/distribution/stores.ts';
import { metricLines, valuesOf } from '../support/metrics.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { workFor } from './stream-stage.ts';
import { now, useWorkStage } from './work-stage.ts';

useWorkStage({ consumers: { Transfer: transfererWith({ now, random: () => 0.5 }) }, streams: true });
withBucket();
const store = withSftpStore();
const counted = () => valuesOf('StoresUnreachable').length;

it('readings of a store that fail longer than an hour are counted for the alarm, until one succeeds', async () => {
  await command('connect-store', store.connecting('2'));
  store.onCall = () => 'cut';
  const before = counted();
  await workFor(50);
  expect(counted()).toBe(before);
  await workFor(30);
  const late = counted();
  expect(late).toBeGreaterThan(before);
  expect(metricLines().at(-1)).toMatchObject({ kind: 'store-reading', StoresUnreachable: 1 });
  store.onCall = undefined;
  await workFor(40);
  expect(counted() - late).toBeLessThanOrEqual(1);
});

it('readings of a store that takes no files for longer than an hour are counted for the alarm, until it takes one', async () => {
  mkdirSync(join(store.folder, 'other'));
  await command('connect-store', store.connecting('3', { folder: 'other' }));
  store.onCall = ({ name }) => (name === 'write' ? { status: 4 } : undefined);
  await command('test-store', { 'dsp-id': '3' });
  await workFor(2);
  const before = counted();
  await workFor(50);
  expect(counted()).toBe(before);
  await workFor(30);
  expect(counted()).toBeGreaterThan(before);
  expect(metricLines().at(-1)).toMatchObject({ kind: 'store-reading', StoresUnreachable: 1 });
  store.onCall = undefined;
  await command('test-store', { 'dsp-id': '3' });
  await workFor(2);
  const late = counted();
  await workFor(40);
  expect(counted()).toBe(late);
});
