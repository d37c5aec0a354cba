import { expect, it } from 'vitest';
import { titleBeforeVersion } from '../../../../shared/catalogue/rules/version-in-title.ts';

it.each([
  ['One (Live)', 'Live', 'One'],
  ['One (live) ', ' LIVE', 'One'],
  ['One [Live]', 'Live', 'One'],
  ['One {Live}', 'Live', 'One'],
  ['One（Live）', 'Live', 'One'],
  ['One ( Radio  Edit )', 'Radio Edit', 'One'],
  ['One (Part 2) (Live)', 'Live', 'One (Part 2)'],
  ['One (Live (2019))', 'Live (2019)', 'One'],
  ['One (Live) (Live)', 'Live', 'One (Live)'],
  ['One (Cafe\u0301 Mix)', 'Caf\u00e9 Mix', 'One'],
])('%j ends with its version %j, after %j', (title, version, before) =>
  expect(titleBeforeVersion(title, version)).toBe(before),
);

it.each([
  ['One', 'Live'],
  ['One (Live)', 'Demo'],
  ['One (Live)', null],
  ['One ()', ''],
  ['One (Live', 'Live'],
  ['One Live)', 'Live'],
  ['One (Live) Two', 'Live'],
  ['One (Live]', 'Live'],
  ['One (Live in Paris)', 'Live'],
  ['(Live)', 'Live'],
  [' (Live)', 'Live'],
])('%j does not end with the version %j', (title, version) =>
  expect(titleBeforeVersion(title, version)).toBeUndefined(),
);
