import { expect, it } from 'vitest';
import { namesOthers } from '../../../../shared/distribution/rules/featured-artists.ts';

it.each([
  ['Ada Quist', ['Ada Quist']],
  ['ada quist', ['Ada Quist', 'Leo']],
  ['Beyonce', ['Beyoncé']],
  ['Ada Quist & Leo', ['Leo', 'Ada Quist']],
  ['Ada Quist, Leo and the Weekend', ['Leo', 'Ada Quist', 'The Weekend']],
  ['Earth, Wind & Fire', ['Earth, Wind & Fire']],
  ['Leo Leo', ['Leo Leo', 'Leo']],
  ['Ada x Leo', ['Ada', 'Leo']],
  ['!!!', ['!!!']],
])('the featured %s are all among %j', (featured, names) => expect(namesOthers(featured, names)).toBe(false));

it.each([
  ['Ada Quist', []],
  ['Ada Quist', ['Ada']],
  ['Ada Quist & Leo', ['Leo']],
  ['Leona', ['Leo']],
  ['山田', ['田中']],
])('the featured %s are not all among %j', (featured, names) =>
  expect(namesOthers(featured, names)).toBe(true),
);
