/** The version of a release on which the page of the console decides. */
import { expect, it } from 'vitest';
import { olderVersion } from '../../../../../bin/operator/console/page/shown-version.ts';

it.each([
  ['3-1-aaaaaaaa', '4-1-aaaaaaaa', '3-1-aaaaaaaa'],
  ['10-1-aaaaaaaa', '9-1-aaaaaaaa', '9-1-aaaaaaaa'],
  ['4-2-aaaaaaaa', '4-1-aaaaaaaa', '4-1-aaaaaaaa'],
  ['4-1-0', '4-1-bbbbbbbb', '4-1-0'],
  [null, '4-1-0', '4-1-0'],
  ['4-1-0', undefined, '4-1-0'],
  [undefined, undefined, null],
])('a page with a request at %s and a release at %s shows %s', (request, release, shown) => {
  expect(olderVersion(request, release)).toBe(shown);
});
