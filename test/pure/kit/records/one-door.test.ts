/** Only shared/kit/records makes or changes the row of a record. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';

const root = join(import.meta.dirname, '../../../..');

const sources = ['functions', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);
const outside = sources.filter((file) => !file.startsWith('shared/kit/records/'));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Attributes of a row that hold the record itself. */
const OWN_ATTRIBUTES = ['owner', 'slim', 'rest', 'version', 'counts', 'ownerKey', 'ownerSort'];

it('only the records module creates the row of a record', () => {
  const makers = outside.filter((file) =>
    /\b(newRow|rowChanges|linkWrites|apartWrites)\b/.test(textOf(file)),
  );
  expect(makers).toEqual([]);
});

it('only the records module writes an attribute of a record', () => {
  const writers = outside.filter((file) =>
    OWN_ATTRIBUTES.some((name) => new RegExp(`\\b(set|add|init|remove): \\[?'${name}'`).test(textOf(file))),
  );
  expect(writers).toEqual([]);
});

it("no other code that puts or deletes a record's row compiles", () => {
  const key = recordKey('labels', '17');
  const writes: readonly Write[] = [
    // @ts-expect-error The row of a record.
    { delete: key },
    // @ts-expect-error The row of a record.
    { put: { ...key, owner: '1' } },
    { delete: { pk: key.pk, sk: 'work' } },
  ];
  expect(writes).toHaveLength(3);
});
