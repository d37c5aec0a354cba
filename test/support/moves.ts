/** Exports and imports of organizations in this process, in a file with a table. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect } from 'vitest';
import { ExportDamage } from '../../bin/operator/damage.ts';
import { fileName } from '../../bin/operator/moves/check-folder.ts';
import { readOrganization } from '../../bin/operator/moves/export-organization.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { batchesOf } from '../../shared/platform/batches.ts';
import { movedFiles } from '../../shared/service/moved-files.ts';
import { command } from './distribution/stores.ts';
import { allRows } from './invariants.ts';

export type ExportedLine = Readonly<Record<string, unknown>>;

export const linesOf = (folder: string, name: string): ExportedLine[] =>
  readFileSync(join(folder, fileName({ name })), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

/** @param key for secrets, which are omitted without it. */
export function useMoves(key?: string) {
  const sealing = key === undefined ? {} : { key };
  const place = mkdtempSync(join(tmpdir(), 'moves-'));
  afterAll(() => rmSync(place, { recursive: true }));
  beforeAll(() => {
    process.env['BUCKET_NAME'] = 'bucket';
  });
  return {
    /** @param settle is called where the command waits. @returns the folder. */
    async exported(organization: string, settle = async () => {}): Promise<string> {
      const folder = mkdtempSync(join(place, 'export-'));
      const damage = new ExportDamage();
      await readOrganization(folder, {
        ask: async (schema, more) => {
          const page = await command('export-organization', {
            'organization-id': organization,
            ...sealing,
            ...more,
          });
          damage.collect(Object(page));
          return v.parse(schema, page);
        },
        settle,
        requireWhole: () => damage.requireNone(),
      });
      return folder;
    },
    /** Writes all files to the stage of this process, which accepts each line. */
    async imported(folder: string): Promise<void> {
      for (const { name } of movedFiles) {
        const lines = linesOf(folder, name);
        const found = await command('import-organization', { step: 'write', ...sealing, file: name, lines });
        expect(found, name).toMatchObject({ differ: 0, problems: [] });
      }
    },
    /** Continues the unfinished work of the files, which were imported. */
    async takenOver(folder: string): Promise<void> {
      for (const { name } of movedFiles) {
        const lines = linesOf(folder, name);
        await command('import-organization', { step: 'finish', 'take-over': true, file: name, lines });
      }
    },
  };
}

/** Deletes everything, so that the table is that of another stage. */
export async function clearTable(): Promise<void> {
  const keys = (await allRows()).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  for (const some of batchesOf(keys, 100)) await new Table().commit(some.map((key) => ({ delete: key })));
}
