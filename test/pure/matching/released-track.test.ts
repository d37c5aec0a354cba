/** What is compared of a track as it is released. */
import { expect, it } from 'vitest';
import { indexPositions } from '../../../shared/matching/released/index-positions.ts';
import { comparedTrack } from '../../../shared/matching/released/released-track.ts';

const released = (isrc: string | null) => ({ isrc, iswc: null, title: 'So Where', artists: ['Nia Calder'] });

it.each(['N/A', 'TBD', 'XXXX', 'own code', '-', null])(
  'a track with the code %j is not matched by code',
  (code) => {
    expect(comparedTrack(released(code)).isrc).toBe('');
    const positions = indexPositions(comparedTrack(released(code)));
    expect(positions.filter(({ by }) => by === 'isrc')).toEqual([]);
  },
);

it('a track is matched by its ISRC without hyphens', () => {
  expect(comparedTrack(released('de\u2011ab1\u201326\u221200001')).isrc).toBe('DEAB12600001');
});
