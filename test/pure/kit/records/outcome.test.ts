/** What a failed transaction means: decide again, a value is taken, or a rule is broken. */
import { describe, expect, it } from 'vitest';
import type { Meaning } from '../../../../shared/kit/records/changes.ts';
import { outcomeOf, valueTaken } from '../../../../shared/kit/records/outcome.ts';
import type { Item } from '../../../../shared/kit/table/item.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';
import { labels, places } from '../../../support/declarations.ts';

const stale: Meaning = { is: 'stale' };
const taken: Meaning = { is: 'taken', resource: labels, field: 'name', recordId: '1' };
const rejected: Meaning = { is: 'rejected', problem: { code: 'limit_reached', detail: 'Full.' } };
const nameTaken = {
  code: 'value_taken',
  detail: 'This name is already taken.',
  pointer: '/data/attributes/name',
};

const failing = (...all: [Meaning | undefined, Item?, Write?][]) => {
  const writes = all.map(([meaning, row, write]) => ({ meaning, row, write: { ...write } as Write }));
  return outcomeOf(
    new Map(writes.map(({ write, row }) => [write, row])),
    new Map(writes.flatMap(({ write, meaning }) => (meaning ? [[write, meaning] as const] : []))),
  );
};

describe('a failed transaction', () => {
  it('is stale if a record changed, even if another condition failed', () => {
    expect(failing([stale])).toEqual({ is: 'stale' });
    expect(failing([rejected], [taken, { holder: '2' }], [stale])).toEqual({ is: 'stale' });
  });

  it('is stale if a write without meaning failed', () => {
    expect(failing([taken, { holder: '2' }], [undefined])).toEqual({ is: 'stale' });
  });

  it('is stale if the record itself holds the value', () => {
    expect(failing([taken, { holder: '1' }], [taken, { holder: '2' }])).toEqual({ is: 'stale' });
  });

  it('reports a taken value with its holder', () => {
    expect(failing([taken, { holder: '2' }])).toEqual({
      is: 'taken',
      values: [expect.objectContaining({ field: 'name', recordId: '1', holder: '2' })],
      problems: [nameTaken],
    });
    expect(failing([taken])).toMatchObject({ is: 'taken', values: [{ holder: undefined }] });
  });

  it('reports the holder of a place in a list', () => {
    const place: Meaning = { is: 'taken', resource: places, field: 'album+order', recordId: '1' };
    const write: Write = { check: { pk: 'a', sk: '#' }, condition: { missing: [':3'] } };
    expect(failing([place, { ':3': { id: '9', ids: {} } }, write])).toMatchObject({
      values: [{ holder: '9' }],
    });
    expect(failing([place, { 3: { id: '9' } }, { ...write, condition: { missing: ['3'] } }])).toMatchObject({
      values: [{ holder: undefined }],
    });
  });

  it('reports broken rules, and after them taken values', () => {
    expect(() => failing([rejected])).toThrow('limit_reached: Full.');
    expect(failing([taken, { holder: '2' }], [rejected])).toMatchObject({
      is: 'taken',
      problems: [rejected.problem, nameTaken],
    });
  });
});

it('a declaration can name the problem of a taken value', () => {
  const problem = { code: 'value_taken', detail: 'Choose another.' } as const;
  const resource = { ...labels, taken: { name: problem } };
  expect(valueTaken({ resource, field: 'name' })).toBe(problem);
  expect(valueTaken({ resource, field: 'code' })).toMatchObject({ detail: 'This code is already taken.' });
});
