import { expect, it } from 'vitest';
import { featuredIn } from '../../../../shared/catalogue/rules/featured-in.ts';

it.each([
  ['Night Train (feat. Ada Quist)', 'Ada Quist'],
  ['Night Train (Feat Ada Quist & Leo Marsh)', 'Ada Quist & Leo Marsh'],
  ['Night Train [ft. Ada Quist] (Live)', 'Ada Quist'],
  ['Night Train {featuring Ada Quist}', 'Ada Quist'],
  ['Night Train feat. Ada Quist', 'Ada Quist'],
  ['Night Train ft.Ada Quist', 'Ada Quist'],
  ['Night Train featuring Ada Quist (Remix)', 'Ada Quist'],
  ['Night Train feat. Ada Quist - Live', 'Ada Quist'],
  ['夜行 (feat. 山田)', '山田'],
])('the title %s features %s', (title, names) => expect(featuredIn(title)).toBe(names));

it.each([
  'Night Train',
  'Defeat. Again',
  'A Feat of Strength',
  'Six Ft Under',
  'Left. Right',
  'Night Train (feat.)',
  'Featuring',
  '',
])('the title "%s" features no artist', (title) => expect(featuredIn(title)).toBeUndefined());
