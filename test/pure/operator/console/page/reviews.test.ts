/** What the console makes of a release that a stage of an earlier version shows. */
import { expect, it } from 'vitest';
import { type Release, releaseOf } from '../../../../../bin/operator/console/page/reviews.ts';

const translations = [{ language: 'ja', title: '夢', phonetic: null }];

it('a release that an earlier stage shows has the members of later ones', () => {
  const earlier = { id: '1', tracks: [{ id: '2' }] } as unknown as Release;
  expect(releaseOf(earlier)).toEqual({
    id: '1',
    'title-translations': [],
    'release-time': null,
    tracks: [{ id: '2', 'title-translations': [] }],
  });
});

it('a release keeps what the stage shows', () => {
  const shown = {
    'title-translations': translations,
    'release-time': '12:00',
    tracks: [{ id: '2', 'title-translations': translations }],
  } as unknown as Release;
  expect(releaseOf(shown)).toEqual(shown);
});
