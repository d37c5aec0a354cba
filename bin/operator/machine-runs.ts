/** Runs a command: on the stage's function, and on this machine as well if the command needs that. */
import type { CommandName } from '../../shared/service/commands/list.ts';
import { type CommandOutcome, type OperatorIo, operate, type StageCall } from './invoke.ts';

type MachineRun = (call: StageCall, io: OperatorIo) => Promise<CommandOutcome>;

/**
 * Commands that also use this machine. All others only invoke the function. Loaded when they are run, because
 * their packages and clients take half of the time of a command.
 */
const machineRuns: Readonly<Record<string, () => Promise<MachineRun>>> = {
  console: async () => {
    const { serveConsole } = await import('./console/serve.ts');
    return (call, io) => serveConsole(call, io, runOnStage);
  },
  'connect-store': async () => (await import('./connect-store.ts')).connectStore,
  'export-catalogue': async () => (await import('./catalogue/export-catalogue.ts')).exportCatalogue,
  'export-organization': async () => (await import('./moves/export-organization.ts')).exportOrganization,
  'import-catalogue': async () => (await import('./catalogue/import-catalogue.ts')).importCatalogue,
  'import-matches': async () => (await import('./import-matches.ts')).importMatches,
  'import-organization': async () => (await import('./moves/import-organization.ts')).importOrganization,
  'import-usage': async () => (await import('./usage/import-usage.ts')).importUsage,
  'read-store': async () => (await import('./read-store.ts')).readStore,
  'test-store': async () => (await import('./test-store.ts')).testStore,
  'usage-plays': async () => (await import('./usage-plays.ts')).usagePlays,
} satisfies { readonly [N in CommandName | 'console']?: () => Promise<MachineRun> };

/** @throws Rejection when the stage cannot be reached, or this machine cannot do its part. */
export async function runOnStage(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  const run = (await machineRuns[call.command]?.()) ?? operate;
  return run(call, io);
}
