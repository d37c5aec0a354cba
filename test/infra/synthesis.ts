/** Synthesizes stages into a temporary folder, and reads their templates by resource type. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { addStage, emptyApp } from '../../infra/app.ts';
import { type StageConfig, stageConfig } from '../../infra/stages/stage-config.ts';

const resourceSchema = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  DeletionPolicy: v.optional(v.string()),
});

const templateSchema = v.looseObject({
  Resources: v.record(v.string(), resourceSchema),
  Outputs: v.optional(v.record(v.string(), v.looseObject({ Value: v.unknown() })), {}),
});

const reportSchema = v.looseObject({
  pluginReports: v.array(v.looseObject({ violations: v.array(v.unknown()) })),
});

export type Template = v.InferOutput<typeof templateSchema>;

export interface Synthesis {
  readonly template: Template;
  /** Findings of template validation, including warnings. */
  findings(): readonly unknown[];
  readonly terminationProtection: boolean;
  /** Has a folder with index.mjs for each function. */
  readonly bundles: string;
}

export const alarmEmail = 'operator@example.org';
export const production = stageConfig('prod', {}, { alarmEmail });

/** Takes a second: call it once per test file and stage. */
export function synthesize(stage: StageConfig): Synthesis {
  const outdir = temporaryFolder();
  const app = emptyApp(outdir);
  addStage(app, stage);
  const stack = app.synth().getStackByName(`music-distribution-${stage.name}`);
  return {
    template: v.parse(templateSchema, stack.template),
    findings: () => findingsIn(outdir),
    terminationProtection: stack.terminationProtection ?? false,
    bundles: outdir,
  };
}

/** For an app with a few of the constructs. */
export const templateOf = (app: App, stackName: string): Template =>
  v.parse(templateSchema, app.synth().getStackByName(stackName).template);

/** Includes warnings. */
export function findingsIn(outdir: string): readonly unknown[] {
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  return v.parse(reportSchema, report).pluginReports.flatMap(({ violations }) => violations);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'synthesis-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param schema of the properties that the test uses. @returns the properties of all resources of a type, by logical id. */
export function propertiesOf<S extends v.GenericSchema>(
  { Resources }: Template,
  type: string,
  schema: S,
): Map<string, v.InferOutput<S>> {
  const found = Object.entries(Resources).filter(([, { Type }]) => Type === type);
  return new Map(found.map(([id, { Properties }]) => [id, v.parse(schema, Properties)]));
}

/** @returns the only resource of a type. */
export function propertiesOfThe<S extends v.GenericSchema>(
  template: Template,
  type: string,
  schema: S,
): v.InferOutput<S> {
  const all = [...propertiesOf(template, type, schema).values()];
  const [only] = all;
  if (only === undefined || all.length > 1) throw new Error(`There are ${all.length} of ${type}.`);
  return only;
}

/** @returns the folders of the functions by logical id. Functions are named music-distribution-<stage>-<folder>. */
export function functionFolders(template: Template): Map<string, string> {
  const all = propertiesOf(template, 'AWS::Lambda::Function', v.looseObject({ FunctionName: v.string() }));
  return new Map(
    Array.from(all, ([id, { FunctionName }]) => [id, FunctionName.split('-').slice(3).join('-')]),
  );
}

/** @returns the properties of the functions by folder. */
export function functionsOf<S extends v.GenericSchema>(
  template: Template,
  schema: S,
): Map<string, v.InferOutput<S>> {
  const all = propertiesOf(template, 'AWS::Lambda::Function', schema);
  return new Map(
    Array.from(functionFolders(template), ([id, folder]) => [folder, v.parse(schema, all.get(id))]),
  );
}

/** @returns the folder of each route's function, by route key. */
export function routesOf(template: Template): Map<string, string | undefined> {
  const joined = v.object({
    'Fn::Join': v.tuple([v.string(), v.tuple([v.literal('integrations/'), v.object({ Ref: v.string() })])]),
  });
  const integrations = propertiesOf(
    template,
    'AWS::ApiGatewayV2::Integration',
    v.looseObject({ IntegrationUri: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) }),
  );
  const folders = functionFolders(template);
  const routes = propertiesOf(
    template,
    'AWS::ApiGatewayV2::Route',
    v.looseObject({ RouteKey: v.string(), Target: joined }),
  );
  return new Map(
    Array.from(routes.values(), ({ RouteKey, Target }) => {
      const integration = integrations.get(Target['Fn::Join'][1][1].Ref);
      return [RouteKey, folders.get(integration?.IntegrationUri['Fn::GetAtt'][0] ?? '')];
    }),
  );
}
