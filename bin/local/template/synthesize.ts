/** Synthesizes the local stage, unless a cloud assembly of the same sources and settings is already there. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppOptions } from '../../../infra/app.ts';
import { localOverrides } from '../../../infra/stages/local-overrides.ts';
import { runFile } from '../host/run-file.ts';
import { buildFolder, openBuildFolder } from './build-folder.ts';

export const root = join(import.meta.dirname, '../../..');
const builder = join(import.meta.dirname, 'build-assembly.ts');
/** Everything that a cloud assembly is built from. @internal Tests check that each is watched. */
export const sources = [
  ...['cdk.json', 'package-lock.json', 'infra', 'functions', 'shared'],
  ...['bin/site', 'bin/openapi', 'docs'],
];

interface Building {
  /** Receives a title at the start of each phase of a build. */
  readonly onPhase?: ((title: string) => void) | undefined;
  /** Ends the build. */
  readonly signal?: AbortSignal | undefined;
}

/** @returns the folder of the cloud assembly. @throws if a setting, the template or the folder is invalid. */
export async function synthesize(environment: NodeJS.ProcessEnv, building: Building = {}): Promise<string> {
  const directory = join(buildFolder(environment), fingerprint(environment));
  if (existsSync(directory)) {
    markUsed(directory);
    return directory;
  }
  await checkSettings(environment);
  openBuildFolder(environment);
  const bundled = withOtherSettings(directory);
  building.onPhase?.(firstPhase(dirname(directory), bundled));
  const draft = `${directory}.${process.pid}`;
  try {
    await build(draft, { environment, bundled }, building);
    if (fingerprint(environment) === basename(directory)) renameSync(draft, directory);
  } catch (error) {
    // Unless another process has built the same assembly in the meantime.
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // A source can have changed while it was read.
  return existsSync(directory) ? directory : synthesize(environment, building);
}

/** Says why there is a build. @param folder of all assemblies. */
function firstPhase(folder: string, bundled: string | undefined): string {
  if (bundled !== undefined) return 'Other settings: building the template';
  const isFirst = !readdirSync(folder).some((name) => ASSEMBLY.test(name));
  const { length } = readdirSync(join(root, 'functions'));
  return `${isFirst ? 'First start' : 'Sources have changed'}: building ${length} functions`;
}

/**
 * Rejects invalid settings before a build, which takes seconds. Imported here, because most starts build
 * nothing.
 */
async function checkSettings(environment: NodeJS.ProcessEnv): Promise<void> {
  const { stageConfig } = await import('../../../infra/stages/stage-config.ts');
  stageConfig('local', environment);
}

/**
 * Builds a template from the sources, with the bundles and the documentation of a cloud assembly of earlier
 * sources.
 * @param directory is created: a cloud assembly to compare and to delete, not to start.
 * @throws when a setting or the template is invalid.
 */
export async function synthesizeTemplate(
  environment: NodeJS.ProcessEnv,
  { bundled, directory, signal }: { bundled: string; directory: string; signal: AbortSignal },
): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  await build(directory, { environment, bundled, isTemplateOnly: true }, { signal });
}

async function build(directory: string, options: AppOptions, { onPhase, signal }: Building): Promise<void> {
  const environment = overridesIn(options.environment);
  await runFile(builder, [directory, JSON.stringify({ ...options, environment })], {
    signal,
    onLine: onPhase,
  });
}

/** What a separate process needs of the environment. */
export const overridesIn = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.keys(localOverrides).map((name) => [name, environment[name]]));

/** The name of a complete assembly. */
const ASSEMBLY = /^[0-9a-f-]+$/;

function markUsed(directory: string): void {
  const now = new Date();
  try {
    utimesSync(directory, now, now);
  } catch {
    // It belongs to another user but is usable.
  }
}

/** @returns another assembly of the same sources. It is kept while it is used. */
function withOtherSettings(directory: string): string | undefined {
  const [sources = ''] = basename(directory).split('-');
  const folder = dirname(directory);
  const other = readdirSync(folder).find((name) => ASSEMBLY.test(name) && name.startsWith(`${sources}-`));
  if (other === undefined) return undefined;
  markUsed(join(folder, other));
  return join(folder, other);
}

/** @returns a hash of the sources, and one of the settings: SOURCES-SETTINGS. */
export function fingerprint(environment: NodeJS.ProcessEnv): string {
  const content = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(source))
      content
        .update(`${file}\n`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  const settings = createHash('sha256');
  for (const name of Object.keys(localOverrides))
    settings.update(`${name}=${JSON.stringify(environment[name])}\n`);
  return `${content.digest('hex').slice(0, 16)}-${settings.digest('hex').slice(0, 8)}`;
}

export function filesOf(source: string): string[] {
  if (statSync(join(root, source)).isFile()) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
