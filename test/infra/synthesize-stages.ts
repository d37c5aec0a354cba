/**
 * `node synthesize-stages.ts FOLDER` bundles the functions and synthesizes the stages of the tests, checked
 * by cdk-nag, each into a folder with its name. It prints `bundles`, and the name of each stage, as soon as
 * they are complete.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { emptyApp } from '../../infra/app.ts';
import { bundleFunctions } from '../../infra/bundle/bundle.ts';
import { writeSite } from '../../infra/documentation/site.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { serviceStack } from '../../infra/stack.ts';
import type { StageConfig } from '../../infra/stages/stage-config.ts';
import { checkWithNag } from './check-with-nag.ts';
import { ERROR_FILE, production, synthesizedStages } from './synthesized-stages.ts';

const [folder = ''] = process.argv.slice(2);
const bundles = join(folder, 'bundles');
const list = functionList(gatewayRoutes.map(({ group }) => group));
const metafile = await bundleFunctions([...list.keys()], bundles, production.functionSettings);
writeFileSync(join(bundles, 'metafile.json'), JSON.stringify(metafile));
console.log('bundles');
await writeSite(join(bundles, 'documentation/site'), production.functionSettings);
for (const [name, stage] of Object.entries(synthesizedStages)) {
  synthesize(name, stage);
  console.log(name);
}

function synthesize(name: string, stage: StageConfig): void {
  const outdir = join(folder, name);
  mkdirSync(outdir);
  const app = emptyApp(outdir);
  if (!stage.isLocal) checkWithNag(app);
  serviceStack(app, stage, { list, bundles, routes: gatewayRoutes });
  try {
    app.synth();
  } catch (error) {
    // It has findings, and the rest is written.
    writeFileSync(join(outdir, ERROR_FILE), String(error));
  }
}
