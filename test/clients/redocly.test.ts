/** The document of the API, with the linter that most tools for OpenAPI agree with. */
import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { currentDocument, textOf } from '../../bin/openapi/documents.ts';

it('Redocly finds no problems in the API document', { timeout: 120_000 }, () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'redocly-'));
  const document = join(folder.path, 'openapi.json');
  writeFileSync(document, textOf(currentDocument()));
  const redocly = join(import.meta.dirname, 'node_modules/.bin/redocly');
  const config = join(import.meta.dirname, 'redocly.yaml');
  const args = [redocly, 'lint', document, '--config', config, '--format=json'];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { problems } = JSON.parse(stdout) as { problems: readonly { message: string }[] };
  expect(problems.map(({ message }) => message)).toEqual([]);
  expect(status).toBe(0);
});
