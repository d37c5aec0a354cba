/** The command `console`, in its own process, which ends with the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Runs the command as an operator does. @returns the process, and the address that it prints. */
export async function commandConsole(awsUrl: string) {
  const line = ['-r', './bin/preload.cjs', 'bin/operate.ts', 'console', '--print'];
  const child = spawn(process.execPath, line, {
    env: { ...process.env, AWS_ENDPOINT_URL: awsUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr);
  const { value } = await lines[Symbol.asyncIterator]().next();
  const [address = ''] = /http:\S+/.exec(String(value)) ?? [];
  return { child, exited, address };
}
