/** Reads a CDK cloud assembly: the stack's template and the paths of its assets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      properties: v.optional(
        v.object({ templateFile: v.optional(v.string()), file: v.optional(v.string()) }),
      ),
    }),
  ),
});

const templateSchema = v.object({
  Resources: v.record(
    v.string(),
    v.object({
      Type: v.string(),
      Properties: v.optional(v.record(v.string(), v.unknown()), {}),
      Condition: v.optional(v.string()),
    }),
  ),
});

const assetsSchema = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.object({ path: v.string() }),
      destinations: v.record(v.string(), v.object({ objectKey: v.string() })),
    }),
  ),
});

export type Template = v.InferOutput<typeof templateSchema>;

export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** Folders (or files) by the S3 object key that a deployment to AWS would upload them to. */
  readonly assets: ReadonlyMap<string, string>;
}

/** @throws when the folder is not the cloud assembly of a single stack. */
export function readAssembly(directory: string): Assembly {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts } = v.parse(manifestSchema, read('manifest.json'));
  const ofType = (type: string) => Object.entries(artifacts).filter(([, artifact]) => artifact.type === type);
  const [stack, ...others] = ofType('aws:cloudformation:stack');
  const templateFile = stack?.[1].properties?.templateFile;
  if (!stack || !templateFile || others.length > 0) {
    throw new Error(`${directory} is not the cloud assembly of one stack.`);
  }
  const assets = new Map<string, string>();
  for (const [, { properties }] of ofType('cdk:asset-manifest')) {
    if (!properties?.file) continue;
    for (const { source, destinations } of Object.values(
      v.parse(assetsSchema, read(properties.file)).files,
    )) {
      for (const { objectKey } of Object.values(destinations)) {
        assets.set(objectKey, join(directory, source.path));
      }
    }
  }
  return { stackName: stack[0], template: v.parse(templateSchema, read(templateFile)), assets };
}
