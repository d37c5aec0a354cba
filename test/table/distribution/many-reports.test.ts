/** A store's folder with more sales reports than one reading takes. */
import { expect, it } from 'vitest';
import { waitingAcknowledgements } from '../../../shared/distribution/commands/waiting-acknowledgements.ts';
import {
  noReports,
  readSalesReports,
  type TakeReports,
} from '../../../shared/distribution/sales-reports/read-sales-reports.ts';
import type { ListedFile, StoreFiles } from '../../../shared/distribution/stores/connected/store-files.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { command } from '../../support/distribution/stores.ts';
import { connecting } from '../../support/stores/connecting.ts';
import { withTable } from '../../support/table.ts';

withTable();

const unused = () => {
  throw new Error('Nothing else is asked of the store.');
};

/** A folder with these files, in pages of two. */
const folderOf = (names: readonly string[]): StoreFiles => ({
  signedIn: '',
  concurrentFiles: 1,
  ...{ requireFolder: unused, makeFolder: unused, content: unused, put: unused, putMark: unused },
  ...{ remove: unused, close: unused },
  stat: async () => ({ bytes: 0, isFolder: true }),
  list: async function* () {
    const files = names.map((name): ListedFile => ({ name, bytes: 5, isFolder: false, changedAt: 1 }));
    for (let at = 0; at < files.length; at += 2) yield files.slice(at, at + 2);
  },
});

/** Of each reading, the new files that were taken. */
const reading = (dspId: string, taken: string[][]) => {
  const take: TakeReports = async function* ({ files }) {
    taken.push(files.filter(({ isNew }) => isNew).map(({ name }) => name));
    for (const { name, isNew } of files) {
      if (!isNew) continue;
      const is = name.includes('of3') ? ('incomplete' as const) : ('imported' as const);
      yield { is, files: [name], reason: null };
    }
  };
  return (names: readonly string[]) =>
    readSalesReports(
      folderOf(names),
      {
        ...{
          table: new Table(),
          dspId,
          folder: 'reports',
          layout: null,
          acknowledges: false,
          take,
          mostNew: 3,
        },
        now: () => new Date(),
        keep: async () => {},
      },
      noReports(),
    );
};

const waiting = async () =>
  (await waitingAcknowledgements({ table: new Table(), now: new Date() }, 50)).items.map(({ id, about }) => [
    id,
    about,
  ]);

it('a folder with many reports is read in parts, and list-waiting says so until all are read', async () => {
  await command('connect-store', connecting('4'));
  const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv', 'f.csv', 'g.csv'];
  const taken: string[][] = [];
  const read = reading('4', taken);
  expect(await read(names)).toBe(true);
  expect(await waiting()).toEqual([
    ['reports/', 'DSP 4: The folder has more than 3 new or incomplete reports. They are read in parts of 3.'],
  ]);
  expect(await read(names)).toBe(true);
  expect(await read(names)).toBe(false);
  expect(taken).toEqual([['a.csv', 'b.csv', 'c.csv'], ['d.csv', 'e.csv', 'f.csv'], ['g.csv']]);
  expect(await waiting()).toEqual([]);
  expect(await read(names)).toBe(false);
  expect(taken).toHaveLength(3);
});

it('a folder is not read again immediately if none of its reports can be imported yet', async () => {
  await command('connect-store', connecting('12'));
  const taken: string[][] = [];
  const names = ['DSR_1of3_a', 'DSR_1of3_b', 'DSR_1of3_c', 'DSR_1of3_d'];
  expect(await reading('12', taken)(names)).toBe(false);
  // Their files are old, and others of each are missing.
  expect((await waiting()).map(([id]) => id)).toEqual([...names.slice(0, 3), 'reports/']);
});

it('reading includes already imported files only if they can be parts of a report', async () => {
  await command('connect-store', connecting('16'));
  const given: string[][] = [];
  const take: TakeReports = async function* ({ files }) {
    given.push(files.map(({ name }) => name));
    for (const { name, isNew } of files) if (isNew) yield { is: 'imported', files: [name], reason: null };
  };
  const read = (names: readonly string[]) =>
    readSalesReports(
      folderOf(names),
      {
        ...{ table: new Table(), dspId: '16', folder: 'reports', layout: null, acknowledges: false, take },
        now: () => new Date(),
        keep: async () => {},
      },
      noReports(),
    );
  await read(['DSR_x_1of2_y', 'plain.csv']);
  await read(['DSR_x_1of2_y', 'DSR_x_2of2_y', 'plain.csv']);
  expect(given.at(-1)).toEqual(['DSR_x_1of2_y', 'DSR_x_2of2_y']);
});
