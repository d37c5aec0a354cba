/** import-organization changes records back that exist and differ, by the rules by which their owners change them. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CAUSE_ATTRIBUTE } from '../../../shared/kit/table/causes.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create } from '../../support/distribution/release.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { type ExportedLine, linesOf, useMoves } from '../../support/moves.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

withTable();
const moves = useMoves();
let ada: Person;
let label: string;
let other: string;
let album: string;
let folder: string;

beforeEach(async () => {
  ada = await newAdmin();
  label = await create(ada, 'labels', { attributes: { name: 'Blue Room', description: 'Ours' } });
  other = await create(ada, 'labels', { attributes: { name: 'Green Room' } });
  album = await service.newRecordOf('albums', ada);
  await patch('albums', album, { relationships: { label: { data: { type: 'labels', id: label } } } });
  folder = await moves.exported(ada.organizationId);
});

const patch = (type: string, id: string, changes: object) =>
  ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, ...changes } });

const shown = async (type: string, id: string) => (await ask(ada, 200, 'GET', `/${type}/${id}`)).body.data;

const lineOf = (type: string, id: string): ExportedLine => {
  const line = linesOf(folder, type).find((each) => each['id'] === id);
  if (!line) throw new Error(`The export has no line of ${type} ${id}.`);
  return line;
};

const compare = async (file: string, lines = linesOf(folder, file)) =>
  Object(await command('import-organization', { step: 'compare', file, lines })).found;

const replace = async (file: string, lines: readonly ExportedLine[], versions: readonly number[]) =>
  Object(await command('import-organization', { step: 'replace', file, lines, versions })).found;

describe('records that differ from an export', () => {
  it('are compared by member without being changed', async () => {
    await patch('labels', label, { attributes: { name: 'Red Room' } });
    const before = await shown('labels', label);
    const [found, ...others] = await compare('labels');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ version: 2, members: ['name'], staying: ['updated-at'], problems: [] });
    expect(await shown('labels', label)).toEqual(before);
  });

  it('get their values and links back, announced like changes of their owner', async () => {
    await patch('albums', album, {
      attributes: { title: 'Other', description: 'New' },
      relationships: { label: { data: { type: 'labels', id: other } } },
    });
    const line = lineOf('albums', album);
    const [found] = await compare('albums', [line]);
    expect(found.members.toSorted()).toEqual(['description', 'label', 'title']);
    expect(await replace('albums', [line], [found.version])).toMatchObject([{ problems: [] }]);
    const { attributes, relationships } = await shown('albums', album);
    expect(attributes).toMatchObject({ title: Object(line['attributes']).title, description: null });
    expect(relationships.label.data.id).toBe(label);
    const row = (await allRows()).find(({ pk, sk }) => pk === `albums#${album}` && sk === '#');
    expect(row).toHaveProperty(CAUSE_ATTRIBUTE);
    expect((await compare('albums', [line]))[0]?.members ?? []).toEqual([]);
  });

  it('stay unchanged if they have changed since the comparison', async () => {
    await patch('labels', label, { attributes: { name: 'Red Room' } });
    const line = lineOf('labels', label);
    const [{ version }] = await compare('labels', [line]);
    await patch('labels', label, { attributes: { description: 'Theirs' } });
    const [found] = await replace('labels', [line], [version]);
    expect(found.problems).toEqual(['The record has changed since you read it. Read it again.']);
    expect((await shown('labels', label)).attributes).toMatchObject({
      name: 'Red Room',
      description: 'Theirs',
    });
  });

  it('stay unchanged, with the reason, if a change by their owner would be rejected', async () => {
    await patch('labels', label, { attributes: { name: 'Red Room' } });
    await patch('labels', other, { attributes: { name: 'Blue Room' } });
    const line = lineOf('labels', label);
    const [{ version }] = await compare('labels', [line]);
    const [found] = await replace('labels', [line], [version]);
    expect(found.problems).toEqual([expect.stringContaining('name')]);
    expect((await shown('labels', label)).attributes.name).toBe('Red Room');
  });

  it('are ignored under another owner', async () => {
    const line = { ...lineOf('labels', label), owner: '7', attributes: { name: 'Foreign' } };
    expect(await compare('labels', [line])).toEqual([]);
  });
});

describe('types that nobody changes by the API', () => {
  beforeAll(async () => {
    ada = await newAdmin();
  });

  it.each(['users', 'white-labels', 'royalty-payments', 'deliveries'])('reject %s', async (file) => {
    expect(movedFiles.map(({ name }) => name)).toContain(file);
    const [problem] = await problemsOf('import-organization', { step: 'compare', file, lines: [] });
    expect(problem).toMatchObject({ detail: expect.stringContaining(`do not change ${file} by the API`) });
  });
});
