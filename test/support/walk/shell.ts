/** A shell that runs the documentation's commands against a stage. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../bin/local/host/port.ts';

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
  /** Runs a block of commands. @returns its output. @throws after the given time, by default 30 seconds. */
  readonly run: (commands: string, milliseconds?: number) => Promise<string>;
  /** All output so far. */
  readonly said: () => string;
  /** Ends the shell and its background programs. */
  readonly end: () => void;
}

/** Replaces the documented addresses with those of this stage and its receiver. */
export async function startShell({ url, awsUrl, dataDirectory }: WalkedStage): Promise<Shell> {
  const receiverPort = String(await freePort());
  const storePort = await freePort();
  const variables = {
    AWS_ENDPOINT_URL: awsUrl,
    DATA_DIR: dataDirectory,
    RECEIVER_PORT: receiverPort,
    STORE_PORT: String(storePort),
  };
  // A separate process group, which can be ended together.
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
      .replaceAll(/\b2222\b/g, String(storePort))
      .replaceAll(/\b2223\b/g, String(storePort + 1))
      .replaceAll('store.log', join(dataDirectory, `store-${storePort}.log`))
      .replaceAll('receiver.log', join(dataDirectory, `receiver-${receiverPort}.log`));
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
    // It has already ended.
  }
}
