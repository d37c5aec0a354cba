/** Synthesizes the local stage. What was synthesized from the same sources and settings is taken as it is. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { localOverrides } from '../../local-overrides.ts';

const root = join(import.meta.dirname, '../../..');
const builds = join(root, '.build/local');
/** All that a cloud assembly is made of. */
const sources = ['cdk.json', 'package-lock.json', 'infra', 'functions', 'shared'] as const;
const KEPT_DAYS = 3;

/** @returns the folder of the cloud assembly. @throws when a setting is malformed or the template has a fault. */
export async function synthesize(environment: NodeJS.ProcessEnv): Promise<string> {
  const directory = join(builds, fingerprint(environment));
  if (existsSync(directory)) {
    markUsed(directory);
    return directory;
  }
  forgetOldBuilds();
  const draft = `${directory}.${process.pid}`;
  // Loading the CDK takes longer than all the rest of a start.
  const { buildApp } = await import('../../app.ts');
  try {
    buildApp({ stage: 'local', outdir: draft, environment }).synth();
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

function markUsed(directory: string): void {
  const now = new Date();
  try {
    utimesSync(directory, now, now);
  } catch {
    // Made by another user, and as good as ours.
  }
}

/** The same for the same sources and settings. */
export function fingerprint(environment: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(source))
      hash
        .update(`${file}\n`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  for (const name of Object.keys(localOverrides))
    hash.update(`${name}=${JSON.stringify(environment[name])}\n`);
  return hash.digest('hex').slice(0, 16);
}

function filesOf(source: string): string[] {
  if (statSync(join(root, source)).isFile()) return [source];
  return (
    readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      // What interprets an assembly has no part in it.
      .filter((file) => !file.startsWith('infra/local/'))
      .sort()
  );
}

/** A stage that runs may still start environments from an older build: only those nobody asked for in days go. */
function forgetOldBuilds(): void {
  mkdirSync(builds, { recursive: true });
  accessSync(builds, constants.W_OK);
  for (const name of readdirSync(builds)) {
    const build = join(builds, name);
    const ageDays = (Date.now() - statSync(build).mtimeMs) / 86_400_000;
    if (ageDays > KEPT_DAYS) rmSync(build, { recursive: true, force: true });
  }
}
