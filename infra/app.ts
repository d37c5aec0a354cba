/** The CDK app of one stage: what `cdk deploy` sends to AWS and what infra/local deploys onto this machine. */
import { App } from 'aws-cdk-lib';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import cdk from '../cdk.json' with { type: 'json' };
import { gatewayRoutes } from '../shared/api/index.ts';
import { bundleFunctions } from './bundle.ts';
import { functionList } from './function-list.ts';
import { RefusedSetting } from './refused-setting.ts';
import { serviceStack } from './stack.ts';
import { type StageChoices, type StageSettings, stageSettings, warningsOf } from './stages.ts';

export interface AppOptions {
  /** Named by the local stage's own start; without it, the context names one to deploy (`-c stage=NAME`). */
  readonly stage?: 'local';
  /** Where the cloud assembly goes; without it, where the CDK command line wants it. */
  readonly outdir?: string;
  /** Where the local stage finds its overrides. */
  readonly environment: NodeJS.ProcessEnv;
  readonly onWarning?: (warning: string) => void;
}

/**
 * The app of one stage, not yet written out: `synth()` does that, and throws when the template has a fault.
 * @throws RefusedSetting
 */
export function buildApp({ stage: local, outdir, environment, onWarning }: AppOptions): App {
  const app = emptyApp(outdir);
  const name: unknown = local ?? app.node.tryGetContext('stage');
  if (typeof name !== 'string') throw new RefusedSetting('Name a stage, such as: npx cdk synth -c stage=dev');
  const stage = stageSettings(name, environment, choicesOf(app));
  if (stage.isLocal && !local) {
    throw new RefusedSetting(
      `Stage "${name}" runs on your machine only (npm start): its webhooks may reach private addresses.`,
    );
  }
  for (const warning of warningsOf(stage)) onWarning?.(warning);
  addStage(app, stage);
  return app;
}

/** The command line's context is text. @throws RefusedSetting */
function choicesOf({ node }: App): StageChoices {
  const disposable: unknown = node.tryGetContext('disposable');
  const alarmEmail: unknown = node.tryGetContext('alarmEmail');
  if (disposable !== undefined && !/^(true|false)$/.test(String(disposable))) {
    throw new RefusedSetting(`-c disposable is true or false, not "${disposable}".`);
  }
  return {
    isDisposable: String(disposable) === 'true',
    ...(alarmEmail !== undefined && { alarmEmail: String(alarmEmail) }),
  };
}

export function emptyApp(outdir?: string): App {
  return new App({
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...cdk.context },
    analyticsReporting: false,
    treeMetadata: false,
    // Else the CDK writes an assembly without a stack when a setting is refused.
    autoSynth: false,
    ...(outdir && { outdir }),
  });
}

export function addStage(app: App, stage: StageSettings): void {
  const list = functionList(gatewayRoutes.map(({ group }) => group));
  // As deep as the assets that are made of them: source maps name their sources relative to where they are.
  const bundles = app.outdir;
  bundleFunctions([...list.keys()], bundles);
  serviceStack(app, stage, { list, bundles, routes: gatewayRoutes });
}
