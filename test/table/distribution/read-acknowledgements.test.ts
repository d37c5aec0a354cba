/** The folder of acknowledgements of a store that has more files than one reading reads. */
import { expect, it } from 'vitest';
import {
  noAcknowledgements,
  readAcknowledgements,
} from '../../../shared/distribution/acknowledgements/read-acknowledgements.ts';
import { StoreFailure } from '../../../shared/distribution/stores/connected/store-failure.ts';
import type { ListedFile, StoreFiles } from '../../../shared/distribution/stores/connected/store-files.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { withTable } from '../../support/table.ts';

withTable();

const FOLDER = 'acknowledgements';

/** @param denied names of files that cannot be read. */
function folderOf(names: readonly string[], denied: readonly string[]): StoreFiles {
  const file = (name: string): ListedFile => ({ name, bytes: 3, isFolder: false, changedAt: 1 });
  const parts: Pick<StoreFiles, 'stat' | 'list' | 'content'> = {
    stat: async () => ({ bytes: 0, isFolder: true }),
    list: async function* () {
      yield names.map(file);
    },
    content: async function* (path) {
      if (denied.includes(path.slice(FOLDER.length + 1))) throw new StoreFailure('permission', 'Denied.');
      yield Buffer.from('<a>');
    },
  };
  // Reading needs nothing else.
  return parts as StoreFiles;
}

it('a folder of many acknowledgements is read in parts, and unreadable files do not stop the others', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `ACK_${String(number).padStart(2, '0')}.xml`);
  const denied = names.slice(0, 15);
  const readPart = async () => {
    const counts = noAcknowledgements();
    const keep = async () => {};
    const of = { api, table: new Table(), dspId: '4', folder: FOLDER, now: () => new Date(), keep };
    const isMore = await readAcknowledgements(folderOf(names, denied), { ...of, mostRead: 10 }, counts);
    return [isMore, counts.files];
  };
  expect(await readPart()).toEqual([true, 25]);
  expect(await readPart()).toEqual([false, 20]);
  // They are tried again, and the others are not read again.
  expect(await readPart()).toEqual([false, 15]);
});
