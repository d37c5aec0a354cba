/**
 * Kinds of rows of which the last release has none, each with the reason. The sample should make what the next release can
 * have.
 */

/** The sample has no server of a store, whose port and host key its rows would name. */
const ofConnectedStores = [
  'stores#* acknowledgement#*',
  'stores#* awaited#*#*',
  'stores#* contact',
  'stores#* folder#*#*',
  'stores#* message#*',
  'stores#* read',
  'stores#* report#*',
  'stores#* test',
  'stores#* tested',
  'stores#* unclear#*',
];
export const withoutSample: readonly string[] = ofConnectedStores;

/** Kinds that the sample has, and the last release had not. */
export const newerKinds: readonly string[] = [
  'erasures#* work',
  'erasures#*#* #',
  'kept-accounts#* *',
  'looking *#*',
  'track-sound#* digests-work',
  'usage-imports#* content#*',
];

/** Kinds of work without one that is due in the sample, because it is with connected stores. */
export const workWithoutSample: readonly string[] = ['store-test', 'store-transfer'];
