/** A shell that plays commands of the documentation against a stage. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../host/port.ts';

const root = join(import.meta.dirname, '../../..');
const LIMIT_MILLISECONDS = 30_000;
const POLL_MILLISECONDS = 20;

/** The stage that the commands talk to. */
export interface WalkedStage {
  readonly url: string;
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  /** With the certificate of the receiver. */
  readonly dataDirectory: string;
}

export interface Shell {
  /** Types a block of commands, and waits for its end. @returns what it printed. @throws after the time, or 30 seconds. */
  readonly run: (commands: string, milliseconds?: number) => Promise<string>;
  /** All that was printed so far. */
  readonly said: () => string;
  /** Ends the shell and the programs that it runs in the background. */
  readonly end: () => void;
}

/** Commands get the addresses of this stage and of its receiver in place of those that are written. */
export async function startShell({ url, awsUrl, dataDirectory }: WalkedStage): Promise<Shell> {
  const receiverPort = String(await freePort());
  const variables = { AWS_ENDPOINT_URL: awsUrl, DATA_DIR: dataDirectory, RECEIVER_PORT: receiverPort };
  // Its own process group, which ends as one.
  const shell = spawn('bash', [], { cwd: root, detached: true, env: { ...process.env, ...variables } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const said = () => output;
  let runs = 0;
  const run = async (commands: string, milliseconds = LIMIT_MILLISECONDS) => {
    const start = output.length;
    runs += 1;
    const end = `[end of block ${runs}]\n`;
    const here = commands
      .replaceAll('http://localhost:3000', url)
      .replaceAll('4443', receiverPort)
      .replaceAll('receiver.log', join(dataDirectory, 'receiver.log'));
    shell.stdin.write(`${here}\necho '${end.trimEnd()}'\n`);
    const deadline = Date.now() + milliseconds;
    while (!output.includes(end)) {
      if (Date.now() > deadline) throw unfinished(milliseconds, output.slice(start));
      await wait(POLL_MILLISECONDS);
    }
    const printed = output.slice(start).replace(end, '');
    output = output.slice(0, start) + printed;
    return printed;
  };
  return { run, said, end: () => endGroup(shell.pid) };
}

const unfinished = (milliseconds: number, output: string) =>
  new Error(
    `The commands did not end within ${milliseconds / 1000} seconds, and printed:\n${output.slice(-4000)}`,
  );

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
