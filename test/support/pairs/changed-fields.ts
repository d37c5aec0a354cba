/** The fields of records that operations change. */
import { isDeepStrictEqual } from 'node:util';
import { service } from '../../table/conformance/service.ts';
import type { Performed } from './explore.ts';
import { keyOf, type Wire } from './footprint.ts';
import type { Prepared } from './interleavings.ts';

const types = new Set(service.resources.map(({ type }) => type));

const fieldsOf = (row: Wire): Readonly<Record<string, unknown>> => ({
  ...(row['slim']?.['M'] as object | undefined),
  ...(row['rest']?.['M'] as object | undefined),
});

/** The sort key of an attribute with a separate row. */
const APART = /^apart#(.+)$/;

/** @returns what differs in records that were there before, as `<type>.<field>`. */
export const changedFields = ({ table }: Prepared, { alone }: Performed): string[] =>
  [...alone.after].flatMap(([name, row]) => {
    const { pk, sk } = keyOf(name);
    const [type = ''] = pk.split('#');
    if (!types.has(type)) return [];
    const [, apart] = APART.exec(sk) ?? [];
    if (apart) return [`${type}.${apart}`];
    const before = table.rows.get(name);
    if (!before) return [];
    const [from, to] = [fieldsOf(before), fieldsOf(row)];
    const names = Object.keys({ ...from, ...to });
    return names.filter((each) => !isDeepStrictEqual(from[each], to[each])).map((each) => `${type}.${each}`);
  });
