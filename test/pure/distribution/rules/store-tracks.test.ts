import { expect, it } from 'vitest';
import { goesTo } from '../../../../shared/distribution/rules/store-tracks.ts';

it.each([
  ['a song', { 'is-video': false, 'allow-fingerprint-scan': false }, [true, true, false, false]],
  [
    'a song that may be scanned',
    { 'is-video': false, 'allow-fingerprint-scan': true },
    [true, true, true, true],
  ],
  ['a video', { 'is-video': true, 'allow-fingerprint-scan': true }, [false, true, false, true]],
])('%s goes to the stores and scanners that accept it', (_, track, expected) => {
  const stores = (['streaming', 'fingerprint'] as const).flatMap((family) =>
    [false, true].map((accepts) => ({ family, 'accepts-video': accepts })),
  );
  expect(stores.map((store) => goesTo(track, store))).toEqual(expected);
});
