import { expect, it } from 'vitest';
import { candidatesOf, type Hit } from '../../../../../shared/matching/rules/sound/votes.ts';

const hits = (trackId: string, offsets: readonly number[], speed = 0): Hit[] =>
  offsets.map((offset) => ({ trackId, speed, offset }));

it('the track with the most hits at one offset ranks first', () => {
  const found = candidatesOf([
    ...hits('1', [5, 300, -70, 1200, 40]),
    ...hits('2', [100, 100, 101]),
    ...hits('3', [7, 7]),
  ]);
  expect(found.map(({ trackId }) => trackId)).toEqual(['2', '3', '1']);
  expect(found[0]?.alignments[0]).toEqual({ speed: 0, offset: 100 });
});

it('hits at different speeds do not support each other', () => {
  const found = candidatesOf([
    ...hits('1', [100], 0),
    ...hits('1', [100], 1),
    ...hits('1', [100], 2),
    ...hits('2', [50, 50], 3),
  ]);
  expect(found[0]).toEqual({ trackId: '2', alignments: [{ speed: 3, offset: 50 }] });
});

it('hits next to an offset support it', () => {
  const [first] = candidatesOf([...hits('1', [100, 102, 102, 104]), ...hits('2', [0, 0, 0])]);
  expect(first?.alignments[0]).toEqual({ speed: 0, offset: 102 });
  expect(first?.trackId).toBe('1');
});

it('all candidates are kept with at most 4 alignments, in any order of hits', () => {
  const all = Array.from({ length: 100 }, (_, track) =>
    hits(
      String(track),
      Array.from({ length: 10 }, (_each, index) => index * 50),
    ),
  ).flat();
  const found = candidatesOf(all);
  expect(found).toHaveLength(100);
  expect(found.every(({ alignments }) => alignments.length === 4)).toBe(true);
  expect(candidatesOf(all.toReversed())).toEqual(found);
  expect(candidatesOf([])).toEqual([]);
});
