/**
 * Set-up of the tests of the infrastructure: one process synthesizes all stages once, when a test first asks
 * for one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { shareParts } from '../support/shared-parts.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For `sharedPart`. */
    readonly assemblies: string;
  }
}

export default async function shareAssemblies({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'assemblies-'));
  let synthesis: Synthesis | undefined;
  const { address, end } = await shareParts(async (name) => {
    synthesis ??= startSynthesis(folder);
    await synthesis.made(decodeURIComponent(name));
    return {
      value: { assembly: join(folder, decodeURIComponent(name)), bundles: join(folder, 'bundles') },
    };
  });
  provide('assemblies', address);
  return async () => {
    await end();
    await synthesis?.end();
    rmSync(folder, { recursive: true });
  };
}

interface Synthesis {
  readonly made: (name: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

function startSynthesis(folder: string): Synthesis {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'synthesize-stages.ts'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const done = new Set<string>();
  const lines = createInterface(child.stdout).on('line', (name) => done.add(name));
  const made = async (name: string) => {
    while (!done.has(name)) {
      const isRunning = await Promise.race([once(lines, 'line').then(() => true), exited.then(() => false)]);
      if (!isRunning && !done.has(name)) throw new Error(`${name} was not synthesized. ${errors}`);
    }
  };
  const end = async () => {
    child.kill();
    await exited;
  };
  return { made, end };
}
