/** The CDK app of a stage. `cdk deploy` deploys it to AWS, and bin/local to this machine. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput } from 'aws-cdk-lib';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import cdk from '../cdk.json' with { type: 'json' };
import { checkDeclarations } from '../shared/kit/declare/check-declarations.ts';
import { definitions } from '../shared/service/definitions.ts';
import { gatewayRoutes } from './api/gateway-routes.ts';
import { bundleFunctions, METAFILE } from './bundle/bundle.ts';
import { functionList } from './functions/function-list.ts';
import { serviceStack } from './stack.ts';
import { currentCommit } from './stages/current-commit.ts';
import { checkRegion } from './stages/firewall.ts';
import { RejectedSetting } from './stages/rejected-setting.ts';
import { type StageChoices, type StageConfig, stageConfig, warningsOf } from './stages/stage-config.ts';

export interface AppOptions {
  /** Set by bin/local. Otherwise, the context selects the stage (`-c stage=NAME`). */
  readonly stage?: 'local';
  /** Folder of the cloud assembly. The CDK command line sets its own. */
  readonly outdir?: string;
  /** Cloud assembly of the same sources with other settings. Its bundles are used instead of new ones. */
  readonly bundled?: string | undefined;
  /** Builds only a template, to compare it. The sources of `bundled` may be older. */
  readonly isTemplateOnly?: boolean;
  /** Overrides for the local stage. */
  readonly environment: NodeJS.ProcessEnv;
  /** Writes the documentation into a folder. Omitted if that is done later, as on the local stage. */
  readonly writeSite?: (folder: string, settings: StageConfig['functionSettings']) => Promise<void>;
  readonly onWarning?: (warning: string) => void;
  /** Receives a title at the start of each phase after the first. */
  readonly onPhase?: (title: string) => void;
}

/**
 * Builds the app. `synth()` then writes the cloud assembly and throws if the template is invalid.
 * @throws RejectedSetting if the stage or one of its settings is invalid.
 * @throws Error if declarations contradict each other.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { stage: local, outdir, environment, onWarning } = options;
  const app = emptyApp(outdir);
  const name: unknown = local ?? app.node.tryGetContext('stage');
  if (typeof name !== 'string')
    throw new RejectedSetting('The stage is missing. Example: npx cdk synth -c stage=dev');
  const stage = stageConfig(name, environment, choicesOf(app));
  if (stage.isLocal && !local) {
    throw new RejectedSetting(
      `Stage "${name}" runs only locally (npm start), because its webhooks may reach private addresses.`,
    );
  }
  // Set by the command line of the CDK.
  checkRegion(stage, environment['CDK_DEFAULT_REGION']);
  for (const warning of warningsOf(stage)) onWarning?.(warning);
  await addStage(app, stage, options);
  return app;
}

/** Reads options, which are strings on the command line. @throws RejectedSetting */
function choicesOf({ node }: App): StageChoices {
  const disposable: unknown = node.tryGetContext('disposable');
  const alarmEmail: unknown = node.tryGetContext('alarmEmail');
  if (disposable !== undefined && !/^(true|false)$/.test(String(disposable))) {
    throw new RejectedSetting(`-c disposable must be true or false, not "${disposable}".`);
  }
  return {
    isDisposable: String(disposable) === 'true',
    ...(alarmEmail !== undefined && { alarmEmail: String(alarmEmail) }),
  };
}

/** @internal Tests add their own stages. */
export function emptyApp(outdir?: string): App {
  return new App({
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...cdk.context },
    analyticsReporting: false,
    treeMetadata: false,
    // Otherwise, the CDK writes an assembly without a stack if a setting is invalid.
    autoSynth: false,
    ...(outdir && { outdir }),
  });
}

async function addStage(
  app: App,
  stage: StageConfig,
  { bundled, isTemplateOnly, onPhase, writeSite }: AppOptions,
): Promise<void> {
  checkDeclarations(definitions);
  const list = functionList(gatewayRoutes.map(({ group }) => group));
  // Source maps contain relative paths, so bundles must be at the same depth as the assets.
  const bundles = app.outdir;
  const names = [...list.keys()];
  if (bundled !== undefined) {
    for (const name of names) copyBundle(join(bundled, name), join(bundles, name));
    if (!isTemplateOnly) cpSync(join(bundled, METAFILE), join(bundles, METAFILE));
  }
  const site = writeSite?.(join(bundles, 'documentation/site'), stage.functionSettings);
  if (bundled === undefined) {
    await bundleFunctions(names, bundles, stage.functionSettings);
    onPhase?.('Building the template');
  }
  await site;
  const stack = serviceStack(app, stage, { list, bundles, routes: gatewayRoutes });
  if (!stage.isLocal) new CfnOutput(stack, 'Commit', { value: currentCommit() });
}

/** Older sources can lack a function. A template that is only compared needs no code for it. */
function copyBundle(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
