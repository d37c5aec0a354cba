import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { StoredRecord } from '../../../shared/kit/declare/fields.ts';
import { definitions as api } from '../../../shared/service/definitions.ts';

const types = Object.keys(api.reference);
const reference: Readonly<Record<string, () => readonly StoredRecord[]>> = api.reference;
const recordsOf = (type: string) => reference[type]?.() ?? [];

/** Fields that are unique within a type. */
const distinct = ['name', 'key', 'alpha2-code', 'code', 'website'];

describe.each(types)('every record of %s', (type) => {
  const resource = resourceOf(api, type);
  const records = recordsOf(type);

  it('has a unique, well-formed id, in ascending order', () => {
    const ids = records.map(({ id }) => id);
    expect(ids.filter((id) => !resource.idPattern.test(id))).toEqual([]);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => Number(a) - Number(b)));
  });

  it('has every declared attribute with a valid value', () => {
    for (const { id, fields } of records) {
      for (const [name, { schema }] of Object.entries(resource.attributes)) {
        expect(v.safeParse(schema, fields[name]).issues, `${id}: ${name}`).toBeUndefined();
      }
    }
  });

  it('has a unique name, key, code and website', () => {
    for (const field of distinct.filter((each) => each in resource.attributes)) {
      const values = records.map(({ fields }) => String(fields[field]).toLowerCase());
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  it('links only to records that exist', () => {
    for (const [name, relationship] of Object.entries(resource.relationships)) {
      if (relationship.many) continue;
      const known = new Set(recordsOf(relationship.type).map(({ id }) => id));
      const lost = records.filter(({ fields }) => fields[name] !== null && !known.has(String(fields[name])));
      expect(lost).toEqual([]);
    }
  });

  it('has no comma in a value for comma-separated filters', () => {
    const values = records.flatMap(({ fields }) => [fields['name'] ?? '', fields['key'] ?? '']);
    expect(values.filter((value) => String(value).includes(','))).toEqual([]);
  });

  it('is created only once', () => {
    expect(recordsOf(type)).toBe(records);
  });
});
