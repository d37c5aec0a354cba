/** The CDK app of one stage: what `cdk deploy` sends to AWS and what infra/local deploys onto this machine. */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import cdk from '../cdk.json' with { type: 'json' };
import { gatewayRoutes } from '../shared/api/index.ts';
import { bundleFunctions } from './bundle.ts';
import { functionList } from './function-list.ts';
import { RefusedSetting } from './refused-setting.ts';
import { serviceStack } from './stack.ts';
import { type StageSettings, stageSettings } from './stages.ts';

export interface AppOptions {
  /** Name of the stage; without it, the context's `stage` (`-c stage=NAME`). */
  readonly stage?: string;
  /** Where the cloud assembly goes; without it, where the CDK command line wants it. */
  readonly outdir?: string;
  /** Where the local stage finds its overrides. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The app of one stage, not yet written out: `synth()` does that, and throws when the template has a fault.
 * @throws RefusedSetting
 */
export function buildApp({ stage, outdir, environment }: AppOptions): App {
  const app = emptyApp(outdir);
  const name: unknown = stage ?? app.node.tryGetContext('stage');
  if (typeof name !== 'string') throw new RefusedSetting('Name a stage, such as: npx cdk synth -c stage=dev');
  addStage(app, stageSettings(name, environment));
  return app;
}

export function emptyApp(outdir?: string): App {
  return new App({
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...cdk.context },
    analyticsReporting: false,
    treeMetadata: false,
    ...(outdir && { outdir }),
  });
}

export function addStage(app: App, stage: StageSettings): void {
  const list = functionList(gatewayRoutes.map(({ group }) => group));
  const bundles = join(app.outdir, 'functions');
  bundleFunctions([...list.keys()], bundles);
  serviceStack(app, stage, { list, bundles, routes: gatewayRoutes });
}
