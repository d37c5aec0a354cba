/** import-usage beside another import under the same name, on a stage that responds as told. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { importUsage } from '../../../bin/operator/usage/import-usage.ts';

const report = {
  ...{ name: 'june.csv', progress: 100, lines: 1, imported: 1, rejected: 0, unmatched: 0 },
  ...{ bucket: 'packages', 'rejected-lines': 'usage/rejected', 'unmatched-lines': 'usage/unmatched' },
};
let end = () => {};
afterEach(() => end());

/** @returns the results of the command on a stage that responds to each of its calls in turn. */
async function imported(...responses: object[]) {
  return importedWith({ text: 'lines' }, ...responses);
}

async function importedWith(
  { text: content, ...args }: { readonly text: string; readonly check?: boolean },
  ...responses: object[]
) {
  const commands: string[] = [];
  const server = createServer(async (request, response) => {
    commands.push(JSON.parse(await text(request)).command);
    response.end(JSON.stringify({ result: responses.shift() }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  end = () => void server.close();
  const { port } = server.address() as AddressInfo;
  const file = join(mkdtempSync(join(tmpdir(), 'import-')), 'june.csv');
  writeFileSync(file, content);
  const environment = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
  const call = { stage: 'local', command: 'import-usage', args: { file, ...args }, environment };
  const outcome = importUsage(call, { errors: new PassThrough() });
  return { outcome, commands, file };
}

const shown = (sha256: string, state: 'running' | 'done', more: object = {}) => ({
  ...report,
  ...{ sha256, state },
  ...more,
});

it('import-usage shows the import of its file', async () => {
  const { outcome, commands } = await imported(shown('a', 'running'), shown('a', 'done'));
  expect(await outcome).toMatchObject({ result: { name: 'june.csv', imported: 1 } });
  expect(commands).toEqual(['import-usage', 'show-usage-import']);
});

it.each(['running', 'done'] as const)(
  'import-usage neither shows nor saves %s of another file with that name',
  async (state) => {
    const other = shown('b', state, { rejected: 3, unmatched: 2 });
    const { outcome, commands, file } = await imported(shown('a', 'running'), shown('a', 'running'), other);
    await expect(outcome).rejects.toMatchObject({ problems: [{ code: 'usage_import_replaced' }] });
    expect(commands).toEqual(['import-usage', 'show-usage-import', 'show-usage-import']);
    expect([existsSync(`${file}.rejected.csv`), existsSync(`${file}.unmatched.csv`)]).toEqual([false, false]);
  },
);

it('import-usage --check names the ISRCs that belong to several owners', async () => {
  const line = (isrcs: string) => `2026-01-31,1,DE,${isrcs},1,0.5,EUR\n`;
  const [known, both, none] = ['DEAB12600001', 'DEAB12600002|DEAB12600003', 'DEAB12600004'];
  const header = 'date,dsp_id,country,isrc,plays,revenue,currency\n';
  const content = `${header}${line(known)}${line(both)}${line(both)}${line(none)}`;
  const findings = { [both]: 'ambiguous', [none]: 'unknown' };
  const { outcome } = await importedWith({ text: content, check: true }, { findings });
  expect(await outcome).toMatchObject({
    result: {
      ...{ lines: 4, rejected: 0, 'unmatched-lines': 3 },
      ...{ 'unmatched-isrcs': [both, none], 'of-several-owners': [both] },
    },
  });
});
