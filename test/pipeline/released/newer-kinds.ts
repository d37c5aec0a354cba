/** Kinds of rows of which the sample, and so the last release, has none yet. Each is one that the sample should make. */
export const withoutSample: readonly string[] = [
  'distribution-requests#* codes',
  'stores#* acknowledgement#*',
  'stores#* contact',
  'stores#* folder#*#*',
  'stores#* message#*',
  'stores#* read',
  'stores#* test',
  'stores#* tested',
  'stores#* unclear#*',
];
/** Kinds of work without one that is due in the sample. */
export const workWithoutSample: readonly string[] = ['code-giving', 'store-test', 'store-transfer'];
