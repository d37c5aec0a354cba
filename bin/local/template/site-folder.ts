/** Where the documentation of a cloud assembly is: beside the bundle of the function that serves it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readAssembly } from './assembly.ts';

const functionSchema = v.object({
  FunctionName: v.string(),
  Code: v.object({ S3Key: v.string() }),
});

/** @returns undefined if the assembly has no such function. */
export function siteFolder(assembly: string): string | undefined {
  const { stackName, template, assets } = readAssembly(assembly);
  for (const { Properties } of Object.values(template.Resources)) {
    const { success, output } = v.safeParse(functionSchema, Properties);
    const asset = success ? assets.get(output.Code.S3Key) : undefined;
    if (success && asset && output.FunctionName === documentationOf(stackName)) return join(asset, 'site');
  }
  return undefined;
}

/** The name of the function. */
export const documentationOf = (stackName: string): string => `${stackName}-documentation`;

/** A file of assemblies whose documentation is complete, and of the same sources. */
const MARK = 'documented';

export const isDocumented = (assembly: string): boolean => existsSync(join(assembly, MARK));

export const markDocumented = (assembly: string): void => writeFileSync(join(assembly, MARK), '');
