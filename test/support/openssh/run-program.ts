/** Runs a program of the system. */
import { execFileSync } from 'node:child_process';

/** @returns what it prints. @throws Error if it fails. */
export const runProgram = (command: string, args: readonly string[], input = ''): string =>
  execFileSync(command, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] });
