/** A shell that plays commands of the documentation against a stage. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');
const LIMIT_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 20;
const REPEAT_MILLISECONDS = 200;

/** The stage that the commands talk to. */
export interface WalkedStage {
  readonly url: string;
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  /** With the certificate of the receiver. */
  readonly dataDirectory: string;
}

export interface Shell {
  /** Types a block of commands, and waits for its end. @returns what it printed. */
  readonly run: (commands: string) => Promise<string>;
  /** Waits until something has been printed since the start of the shell. @throws when it is not within 15 seconds. */
  readonly hear: (text: RegExp) => Promise<void>;
  /** Runs a block again and again until it prints this. @returns what the last run printed. @throws after 15 seconds. */
  readonly repeat: (commands: string, text: RegExp) => Promise<string>;
  /** All that was printed so far. */
  readonly said: () => string;
  /** Ends the shell and the programs that it runs in the background. */
  readonly end: () => void;
}

/** Commands get the addresses of this stage and of its receiver in place of those that are written. */
export async function startShell({ url, awsUrl, dataDirectory }: WalkedStage): Promise<Shell> {
  const receiverPort = String(await freePort());
  const variables = { AWS_ENDPOINT_URL: awsUrl, DATA_DIR: dataDirectory, RECEIVER_PORT: receiverPort };
  // A process group of its own, which ends as one.
  const shell = spawn('bash', [], { cwd: root, detached: true, env: { ...process.env, ...variables } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const said = () => output;
  const hear = (text: RegExp) =>
    until(
      () => text.test(output),
      () => unheard(text, output),
    );
  let runs = 0;
  const run = async (commands: string) => {
    const start = output.length;
    runs += 1;
    const end = `[end of block ${runs}]\n`;
    const here = commands.replaceAll('http://localhost:3000', url).replaceAll('4443', receiverPort);
    shell.stdin.write(`${here}\necho '${end.trimEnd()}'\n`);
    await until(
      () => output.includes(end),
      () => unheard(end, output.slice(start)),
    );
    const printed = output.slice(start).replace(end, '');
    output = output.slice(0, start) + printed;
    return printed;
  };
  const repeat = async (commands: string, text: RegExp) => {
    const deadline = Date.now() + LIMIT_MILLISECONDS;
    for (;;) {
      const printed = await run(commands);
      if (text.test(printed)) return printed;
      if (Date.now() > deadline) throw unheard(text, printed);
      await wait(REPEAT_MILLISECONDS);
    }
  };
  return { run, hear, repeat, said, end: () => endGroup(shell.pid) };
}

async function until(isDone: () => boolean, error: () => Error): Promise<void> {
  const deadline = Date.now() + LIMIT_MILLISECONDS;
  while (!isDone()) {
    if (Date.now() > deadline) throw error();
    await wait(POLL_MILLISECONDS);
  }
}

const unheard = (wanted: RegExp | string, output: string) =>
  new Error(
    `Within ${LIMIT_MILLISECONDS / 1000} seconds, ${wanted} was not printed, but:\n${output.slice(-4000)}`,
  );

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
