import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { fromWire } from '../../../../shared/kit/table/item.ts';

describe('a row', () => {
  it('reads the same with any order of map members', () => {
    const one = { list: [{ role: 'piano', name: 'Nina' }], map: { b: 1, a: { d: null, c: true } } };
    const other = { map: { a: { c: true, d: null }, b: 1 }, list: [{ name: 'Nina', role: 'piano' }] };
    expect(JSON.stringify(fromWire(marshall(one)))).toBe(JSON.stringify(fromWire(marshall(other))));
    expect(fromWire(marshall(one))).toEqual(one);
  });

  it('can have members of any name without changing a prototype', () => {
    const row = fromWire(
      JSON.parse('{"map":{"M":{"__proto__":{"M":{"isAdmin":{"BOOL":true}}},"a":{"S":"b"}}}}'),
    );
    expect(JSON.stringify(row)).toBe('{"map":{"__proto__":{"isAdmin":true},"a":"b"}}');
    expect(Object.getPrototypeOf(row['map'])).toBe(Object.prototype);
    expect(row['map']).not.toHaveProperty('isAdmin');
  });

  it('preserves sets', () => {
    expect(fromWire(marshall({ holders: new Set(['1', '2']) }))['holders']).toEqual(new Set(['1', '2']));
  });
});
