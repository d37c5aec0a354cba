import { expect, it } from 'vitest';
import { shownPlace } from '../../../../shared/catalogue/rules/track-place.ts';

it('a track shows its place on its oldest album, the one with the lowest id', () => {
  const places = ['1000', '999', '2000'].map((album) => ({ album }));
  expect(shownPlace(places)).toEqual({ album: '999' });
  expect(shownPlace(places.toReversed())).toEqual({ album: '999' });
});

it('a track on no album has no place', () => expect(shownPlace([])).toBeUndefined());
