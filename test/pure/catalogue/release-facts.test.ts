import { expect, it } from 'vitest';
import { albumArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { namedArtists } from '../../../shared/catalogue/release-facts.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';

it('artists deleted after their credits were read are omitted for stores', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const credited = ['1', '2'].map((artist, order) =>
    newRecord({ now }, albumArtists, {
      ownerId: '7',
      fields: { album: '3', artist, 'artist-role': '1', order },
    }),
  );
  expect(namedArtists(credited, new Map([['2', { name: 'Duo', isni: null, ipi: '00077406269' }]]))).toEqual([
    { id: '2', name: 'Duo', isni: null, ipi: '00077406269', role: '1', order: 1 },
  ]);
});
