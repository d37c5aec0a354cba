/**
 * Runs before each test file, and undoes what earlier files changed in the same process. Modules stay loaded:
 * one that several files import registers hooks in a function that each file calls.
 */
import { vi } from 'vitest';
import { forgetAll } from '../../shared/platform/once.ts';
import { holdLines } from './log.ts';
import { takeMetrics } from './metrics.ts';

/** What the first file of the process found. */
interface Beginning {
  readonly environment: NodeJS.ProcessEnv;
  readonly fetch: typeof globalThis.fetch;
}

const key = Symbol.for('beginning');
const held = globalThis as { [key]?: Beginning };
held[key] ??= { environment: { ...process.env }, fetch: globalThis.fetch };
const { environment, fetch } = held[key];

forgetAll();
takeMetrics();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.resetConfig();
globalThis.fetch = fetch;
holdLines();
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);
