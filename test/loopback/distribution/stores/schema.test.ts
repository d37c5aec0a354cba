/**
 * The schemas of DDEX for random messages, if ERN_SCHEMAS is a folder with them: `43/release-notification.xsd` and
 * `432/release-notification.xsd`, each beside its allowed-value-sets.xsd. They are not ours to distribute.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newReleaseMessage } from '../../../../shared/ern/write/new-release-message.ts';
import { seed } from '../../../support/long-run.ts';
import { transferred } from '../../../support/stores/package-files.ts';
import { parcels } from '../../../support/stores/parcels.ts';
import { testSettings } from '../../../support/table.ts';

const schemas = process.env['ERN_SCHEMAS'];
const RUNS = 200;

describe.runIf(schemas)('random messages', () => {
  it.each([
    ['4.3', '43'],
    ['4.3.2', '432'],
  ] as const)('are valid in ERN %s', (version, folder) => {
    const schema = join(String(schemas), folder, 'release-notification.xsd');
    const directory = mkdtempSync(join(tmpdir(), 'messages-'));
    try {
      const paths = fc.sample(parcels, { numRuns: RUNS, seed }).map((one, index) => {
        const settings = { ...testSettings.packages, messageVersions: { [one.dsp.id]: version } };
        const path = join(directory, `${index}.xml`);
        writeFileSync(path, newReleaseMessage(one, transferred(one), settings));
        return path;
      });
      expect(() =>
        execFileSync('xmllint', ['--noout', '--schema', schema, ...paths], { stdio: 'pipe' }),
      ).not.toThrow();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
