/** What the CDK writes for a stage: its template by resource type, and what was found in it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { Metafile } from 'esbuild';
import * as v from 'valibot';
import { afterAll, inject } from 'vitest';
import { METAFILE } from '../../infra/bundle/bundle.ts';
import { sharedPart } from '../support/shared-parts.ts';
import { ERROR_FILE, type StageName } from './synthesized-stages.ts';

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
  /** Findings of template validation and, for deployed stages, of cdk-nag, including warnings. */
  findings(): readonly unknown[];
  readonly terminationProtection: boolean;
  /** Has the template, and a folder for each asset. */
  readonly assembly: string;
  /** Folder with an index.mjs for each function. */
  readonly bundles: string;
}

interface Bundles {
  readonly folder: string;
  /** What esbuild says of them. */
  readonly metafile: Metafile;
}

/** Waits for the bundles of all functions, which need no synthesis. @throws Error when there are none. */
export async function bundled(): Promise<Bundles> {
  const { bundles: folder } = v.parse(assemblySchema, await sharedPart(inject('assemblies'), 'bundles'));
  const metafile = JSON.parse(readFileSync(join(folder, METAFILE), 'utf8')) as Metafile;
  return { folder, metafile };
}

const assemblySchema = v.object({ assembly: v.string(), bundles: v.string() });

/** Waits for the first synthesis of the run. @throws Error when there is no template. */
export async function synthesized(name: StageName): Promise<Synthesis> {
  const { assembly, bundles } = v.parse(
    assemblySchema,
    await sharedPart(inject('assemblies'), encodeURIComponent(name)),
  );
  const read = (file: string): unknown => JSON.parse(readFileSync(join(assembly, file), 'utf8'));
  const error = join(assembly, ERROR_FILE);
  const [stack] = Object.values(v.parse(manifestSchema, read('manifest.json')).artifacts).filter(
    ({ type }) => type === 'aws:cloudformation:stack',
  );
  return {
    template: v.parse(templateSchema, read(stack?.properties.templateFile ?? '')),
    findings: () => [...findingsIn(assembly), ...(existsSync(error) ? [readFileSync(error, 'utf8')] : [])],
    terminationProtection: stack?.properties.terminationProtection ?? false,
    assembly,
    bundles,
  };
}

const manifestSchema = v.looseObject({
  artifacts: v.record(
    v.string(),
    v.looseObject({
      type: v.string(),
      properties: v.optional(
        v.looseObject({
          templateFile: v.optional(v.string(), ''),
          terminationProtection: v.optional(v.boolean(), false),
        }),
        {},
      ),
    }),
  ),
});

/** For an app with a few of the constructs. */
export const templateOf = (app: App, stackName: string): Template =>
  v.parse(templateSchema, app.synth().getStackByName(stackName).template);

/** Includes warnings. */
function findingsIn(outdir: string): readonly unknown[] {
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
  return v.parse(reportSchema, report).pluginReports.flatMap(({ violations }) => violations);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'synthesis-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * @param schema of the properties that the test uses.
 * @returns the properties of all resources of a type, by logical id.
 */
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

/**
 * @returns the folders of the functions by logical id. Functions are named
 * music-distribution-<stage>-<folder>, except the CDK's own.
 */
export function functionFolders(template: Template): Map<string, string> {
  const schema = v.looseObject({ FunctionName: v.optional(v.string()) });
  const all = propertiesOf(template, 'AWS::Lambda::Function', schema);
  return new Map(
    [...all].flatMap(([id, { FunctionName }]) =>
      FunctionName === undefined ? [] : [[id, FunctionName.split('-').slice(3).join('-')] as const],
    ),
  );
}

/** @returns the properties of the functions by folder. */
export function functionsOf<S extends v.GenericSchema>(
  template: Template,
  schema: S,
): Map<string, v.InferOutput<S>> {
  const propertiesFor = (id: string) => v.parse(schema, template.Resources[id]?.Properties);
  return new Map(Array.from(functionFolders(template), ([id, folder]) => [folder, propertiesFor(id)]));
}

/** @returns the folder of each route's function, by route key. */
export function routesOf(template: Template): Map<string, string | undefined> {
  const { Body } = propertiesOfThe(template, 'AWS::ApiGatewayV2::Api', apiSchema);
  const integrations = Body.components['x-amazon-apigateway-integrations'];
  return new Map(
    Object.entries(Body.paths).map(([path, { 'x-amazon-apigateway-any-method': method }]) => {
      const name = method['x-amazon-apigateway-integration'].$ref.split('/').at(-1) ?? '';
      const [, uri] =
        /:function:music-distribution-[a-z]+-([a-z-]+)(?::live)?\/invocations"/.exec(
          JSON.stringify(integrations[name]?.uri),
        ) ?? [];
      return [method.isDefaultRoute ? '$default' : `ANY ${path}`, uri];
    }),
  );
}

const apiSchema = v.object({
  Body: v.looseObject({
    paths: v.record(
      v.string(),
      v.strictObject({
        'x-amazon-apigateway-any-method': v.looseObject({
          isDefaultRoute: v.optional(v.boolean()),
          'x-amazon-apigateway-integration': v.object({ $ref: v.string() }),
        }),
      }),
    ),
    components: v.object({
      'x-amazon-apigateway-integrations': v.record(v.string(), v.looseObject({ uri: v.unknown() })),
    }),
  }),
});
