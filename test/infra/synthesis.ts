/** Stages synthesized into a temporary folder, and their templates read type by type. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { addStage, emptyApp } from '../../infra/app.ts';
import { type StageSettings, stageSettings } from '../../infra/stages.ts';

const resourceSchema = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  DeletionPolicy: v.optional(v.string()),
});

const templateSchema = v.looseObject({
  Resources: v.record(v.string(), resourceSchema),
  Outputs: v.record(v.string(), v.looseObject({ Value: v.unknown() })),
});

const reportSchema = v.looseObject({
  pluginReports: v.array(v.looseObject({ violations: v.array(v.unknown()) })),
});

export type Template = v.InferOutput<typeof templateSchema>;

export interface Synthesis {
  readonly template: Template;
  /** What the template's validation found, warnings included. */
  findings(): readonly unknown[];
  readonly terminationProtection: boolean;
  /** Holds a folder with index.mjs for each function. */
  readonly bundles: string;
}

export const alarmEmail = 'operator@example.org';
export const production = stageSettings('prod', {}, { alarmEmail });

/** Takes a second: once per test file and stage. */
export function synthesize(stage: StageSettings): Synthesis {
  const outdir = temporaryFolder();
  const app = emptyApp(outdir);
  addStage(app, stage);
  const assembly = app.synth();
  const stack = assembly.getStackByName(`music-distribution-${stage.name}`);
  return {
    template: v.parse(templateSchema, stack.template),
    findings: () => findingsIn(outdir),
    terminationProtection: stack.terminationProtection ?? false,
    bundles: outdir,
  };
}

/** Warnings included. */
export function findingsIn(outdir: string): readonly unknown[] {
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  return v.parse(reportSchema, report).pluginReports.flatMap(({ violations }) => violations);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'synthesis-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The properties of all resources of one type, by logical id; the schema says which of them the test looks at. */
export function propertiesOf<S extends v.GenericSchema>(
  { Resources }: Template,
  type: string,
  schema: S,
): Map<string, v.InferOutput<S>> {
  const found = Object.entries(Resources).filter(([, { Type }]) => Type === type);
  return new Map(found.map(([id, { Properties }]) => [id, v.parse(schema, Properties)]));
}

/** The only resource of a type. */
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

/** From the functions' logical ids to the names of their folders: they are called music-distribution-<stage>-<folder>. */
export function functionFolders(template: Template): Map<string, string> {
  const all = propertiesOf(template, 'AWS::Lambda::Function', v.looseObject({ FunctionName: v.string() }));
  return new Map(
    Array.from(all, ([id, { FunctionName }]) => [id, FunctionName.split('-').slice(3).join('-')]),
  );
}

/** The functions' properties by the names of their folders. */
export function functionsOf<S extends v.GenericSchema>(
  template: Template,
  schema: S,
): Map<string, v.InferOutput<S>> {
  const all = propertiesOf(template, 'AWS::Lambda::Function', schema);
  return new Map(
    Array.from(functionFolders(template), ([id, folder]) => [folder, v.parse(schema, all.get(id))]),
  );
}

/** From route key to the folder of the function that the route ends at. */
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
