/** Plays the commands of a page of the documentation in a shell that ends with the current test. */
import { onTestFinished } from 'vitest';
import { type Shell, startShell, type WalkedStage } from './shell.ts';

export async function startWalkthrough(stage: WalkedStage): Promise<Shell> {
  const shell = await startShell(stage);
  // Also after a timeout of the test.
  onTestFinished(shell.end);
  return shell;
}
