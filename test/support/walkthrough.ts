/** Plays the commands of a page of the documentation in a shell that ends with the current test. */
import { onTestFinished } from 'vitest';
import { type Shell, startShell } from '../../infra/local/walk/shell.ts';
import type { Launched } from './launch.ts';

export async function startWalkthrough(stage: Launched, dataDirectory: string): Promise<Shell> {
  const { url, awsUrl } = stage;
  const shell = await startShell({ url, awsUrl, dataDirectory });
  // Also after a timeout of the test.
  onTestFinished(shell.end);
  return shell;
}
