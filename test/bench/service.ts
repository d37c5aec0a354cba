/** Requests to the local stage and the bundles of its functions: calls, units, ratios and sizes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../../infra/local/template/build-folder.ts';
import { costsOfRequests } from './requests.ts';
import { startMeasured } from './stage.ts';
import { throughput } from './throughput.ts';

const root = join(import.meta.dirname, '../..');

export async function service(): Promise<void> {
  console.log('What usual requests cost; `cpu` is a ratio to a GetItem of the SDK');
  console.table(await costsOfRequests());

  const started = performance.now();
  const measured = await startMeasured();
  console.log(
    `\nStart of the local stage, with synthesis if sources changed: ${seconds(performance.now() - started)} s`,
  );

  const { labelsPerSecond, barePerSecond } = await throughput(measured);
  const ratio = (labelsPerSecond / barePerSecond).toFixed(2);
  console.log(
    `\nGET /labels/{id}: ${labelsPerSecond.toFixed(0)} a second, a bare function: ${barePerSecond.toFixed(0)}; ratio ${ratio}`,
  );
  await measured.stage.end();

  console.log('\nBundles, KB');
  const folder = buildFolder(process.env);
  const newest = readdirSync(folder)
    .map((name) => join(folder, name))
    .toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)[0];
  const bundles = newest ?? '';
  for (const name of readdirSync(join(root, 'functions'))) {
    console.log(
      `  ${name.padEnd(18)} ${(statSync(join(bundles, name, 'index.mjs')).size / 1024).toFixed(0)}`,
    );
  }

  const lengths = ['bin', 'infra', 'functions', 'shared']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(root, folder, name),
      ),
    )
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(name, 'utf8').split('\n').length - 1)
    .toSorted((left, right) => left - right);
  const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)];
  console.log(
    `\n${lengths.length} files; lines: median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(1)}`,
  );
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
