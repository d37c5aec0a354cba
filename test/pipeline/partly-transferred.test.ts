/** Whether an album counts as released for matches, after the transfer of its package was given up. */
import { beforeEach, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { indexingWork } from '../../shared/matching/released/indexing-work.ts';
import { command } from '../support/distribution/stores.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { workFor } from './stream-stage.ts';

const stage = useConnectedStage({ audio: Buffer.alloc(1000, 'a song '), tracks: 2 });
const store = withSftpStore();
beforeEach(() => command('connect-store', store.connecting(DSP)));

/** What the last work of the index is about. Nothing processes it here. */
const isReleased = async (album: string): Promise<unknown> =>
  (await new Table().get(indexingWork.key(album)))?.['isReleased'];

it.each([
  ['is not released if the store has none of its files', 'any call', false],
  ['stays released if the store has its files without the message', 'rename', true],
])('an album whose transfer was given up %s', async (_, cutAt, released) => {
  const { id, album } = await stage.requested();
  store.onCall = ({ name }) => (cutAt !== 'rename' || name === 'rename' ? 'cut' : undefined);
  await workFor(15 * 60);
  expect((await stage.deliveryOf(id)).attributes.status).toBe('error');
  expect(store.files().size > 0).toBe(released);
  expect(await isReleased(album)).toBe(released);
});
