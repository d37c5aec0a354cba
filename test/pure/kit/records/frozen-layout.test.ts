/** Guards the row layouts of deployed stages against accidental changes of declarations. */
import { describe, expect, it } from 'vitest';
import { indexedFields, layoutOf } from '../../../../shared/kit/records/rows.ts';
import type { KeyRow } from '../../../../shared/kit/table/keys.ts';
import { definitions } from '../../../../shared/service/definitions.ts';

/** The fields that each type's index entries hold, and the name of that layout. */
const frozen: Readonly<Record<string, readonly [layout: string, fields: string]>> = {
  users: ['hdP6ut', 'created-at email is-disabled lastname name role updated-at'],
  'white-labels': ['UuHszq', ''],
  labels: ['WKWJfm', 'created-at description name updated-at'],
  artists: ['kBaG_h', 'created-at name updated-at'],
  'artist-dsp-availabilities': [
    'ccvjCc',
    'artist created-at dsp external-artist-id external-artist-url updated-at',
  ],
  albums: [
    'A8ZWjg',
    'created-at dsps format label language last-status primary-genre release_date secondary-genre title upc-code updated-at version',
  ],
  'album-artists': ['kB5hXe', 'album artist artist-role created-at order updated-at'],
  'album-tracks': ['f-Rwg_', 'album created-at disc order track updated-at'],
  tracks: [
    'xbUnWo',
    'created-at disc is-explicit isrc-code order primary-genre rights-owner-year title updated-at',
  ],
  'track-artists': ['QN6yHX', 'artist artist-role created-at order track updated-at'],
  'track-assets': ['usQDrJ', 'created-at track'],
  'distribution-requests': ['a40_Vu', 'album countries created-at date request-type status updated-at'],
  deliveries: ['A8Bc_p', 'album created-at date distribution-request dsp report status type updated-at'],
  'analytics-reports': ['lwb8ox', 'created-at date dsp-id status total-records updated-at'],
  'royalty-payments': ['bhprhZ', 'amount currency date paid-at period reference status'],
  'webhook-endpoints': [
    'jetJj0',
    'consecutive-failures created-at description disabled-at events is-active updated-at url',
  ],
  'webhook-events': ['2_Gs6t', 'created-at endpoints statuses type'],
};

/** Records of types with a source have no separate rows. */
const stored = definitions.resources.filter(
  ({ owner, type }) => owner !== 'platform' && !Object.hasOwn(definitions.sources, type),
);

const advice = (type: string, found: readonly [layout: string, fields: string]): string => {
  if (!Object.hasOwn(frozen, type)) return `${type} is new: add it.\n  '${type}': ['${found.join("', '")}'],`;
  return (
    `The layout of ${type} has changed. Rows written before are completed from their records, which costs reads, until ` +
    'they are rewritten: deploy, run `npm run operate -- reindex` on every stage, and write the new layout here.'
  );
};

describe('the layout of', () => {
  it.each(stored)('$type is the one in deployed stages', (resource) => {
    const row: KeyRow = (definitions.keys as Readonly<Record<string, KeyRow>>)[resource.type] ?? {};
    const found = [layoutOf(resource, row), [...indexedFields(resource, row)].sort().join(' ')] as const;
    expect(found, advice(resource.type, found)).toEqual(frozen[resource.type]);
  });

  it('types that no longer exist are not listed', () => {
    const types = stored.map(({ type }): string => type);
    expect(Object.keys(frozen).filter((type) => !types.includes(type))).toEqual([]);
  });
});
