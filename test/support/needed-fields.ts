/** What rows of records need so that they can be read, for tests to which it does not matter. */
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';

/** By attribute or relationship. */
const needed = {
  title: 'Seeded',
  release_date: '2026-11-30',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
  date: '2026-11-20',
  'request-type': 'delivery',
  'store-delivery-id': 'dlv_1',
  'album-title': 'Seeded',
  'dsp-id': 1,
  dsp: '1',
  'distribution-request': '17',
  'primary-genre': '1',
  language: '118',
  order: 1,
  role: 'label',
  name: 'Seeded',
  email: 'seeded@example.com',
} as const;

export const neededFields = ({ attributes, relationships }: Resource): StoredRecord['fields'] =>
  Object.fromEntries(
    Object.entries(needed).filter(
      ([name]) =>
        attributes[name]?.schema.type !== 'nullable' && (attributes[name] ?? relationships[name])?.kept,
    ),
  );
