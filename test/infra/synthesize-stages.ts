/**
 * `node synthesize-stages.ts FOLDER` synthesizes the stages of the tests, checked by cdk-nag, each into a folder
 * with its name, with the bundles of the local stage. It prints `bundles`, and the name of each stage, as soon
 * as they are complete.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize as synthesizeLocal } from '../../bin/local/template/synthesize.ts';
import { writeSite } from '../../bin/site/site.ts';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { emptyApp } from '../../infra/app.ts';
import { METAFILE } from '../../infra/bundle/bundle.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { serviceStack } from '../../infra/stack.ts';
import type { StageConfig } from '../../infra/stages/stage-config.ts';
import { checkWithNag } from './check-with-nag.ts';
import { ERROR_FILE, production, synthesizedStages } from './synthesized-stages.ts';

const [folder = ''] = process.argv.slice(2);
const bundles = join(folder, 'bundles');
const list = functionList(gatewayRoutes.map(({ group }) => group));
// The tests of local stages share it (share-stages.ts).
const local = await synthesizeLocal(process.env);
for (const name of [...list.keys(), METAFILE])
  cpSync(join(local, name), join(bundles, name), { recursive: true });
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
