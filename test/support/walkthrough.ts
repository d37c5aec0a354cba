/** Plays the commands of a page of the documentation in a shell, against a stage that a test has launched. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { marked } from 'marked';
import { expect, onTestFinished, vi } from 'vitest';
import type { Launched } from './launch.ts';

const root = join(import.meta.dirname, '../..');

/**
 * @param file relative to the root of the project.
 * @param heading of the section to read; without it, the whole page.
 * @returns the blocks of commands, in their order.
 */
export function shellBlocks(file: string, heading?: string): string[] {
  const tokens = marked.lexer(readFileSync(join(root, file), 'utf8'));
  let isWanted = heading === undefined;
  return tokens.flatMap((token) => {
    if (heading !== undefined && token.type === 'heading' && token['depth'] <= 2) {
      isWanted = token['text'] === heading;
    }
    return isWanted && token.type === 'code' && token['lang'] === 'sh' ? [String(token['text'])] : [];
  });
}

export interface Walkthrough {
  /** Types a block of commands, for this stage and this receiver. */
  readonly type: (block: string) => void;
  /** Types a block, and waits for its end. @returns what it printed. */
  readonly run: (block: string) => Promise<string>;
  /** Waits until the commands have printed it. */
  readonly hear: (text: string | RegExp) => Promise<void>;
  /** Types a block again and again until it has printed what is expected. */
  readonly repeated: (block: string, text: RegExp) => Promise<void>;
  /** All that was printed so far. */
  readonly said: () => string;
}

/** Starts a shell, which ends with the current test. */
export async function startWalkthrough(stage: Launched, dataDirectory: string): Promise<Walkthrough> {
  const port = String(await freePort());
  const { awsUrl: AWS_ENDPOINT_URL, url } = stage;
  const shell = spawn('bash', [], {
    cwd: root,
    detached: true,
    env: { ...process.env, AWS_ENDPOINT_URL, DATA_DIR: dataDirectory, RECEIVER_PORT: port },
  });
  // Also after a timeout of the test.
  onTestFinished(() => {
    if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const type = (block: string) => {
    shell.stdin.write(`${block.replaceAll('http://localhost:3000', url).replaceAll('4443', port)}\n`);
  };
  const timeout = 15_000;
  let runs = 0;
  const run = async (block: string) => {
    const before = said.length;
    runs += 1;
    const end = `[end of block ${runs}]`;
    type(`${block}\necho '${end}'`);
    await vi.waitFor(() => expect(said).toContain(end), { timeout });
    return said.slice(before, said.indexOf(end));
  };
  return {
    type,
    run,
    said: () => said,
    hear: (text) => expect.poll(() => said, { timeout }).toMatch(text),
    repeated: (block, text) => {
      const answer = async () => {
        await run(block);
        return said;
      };
      return expect.poll(answer, { timeout, interval: 200 }).toMatch(text);
    },
  };
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
