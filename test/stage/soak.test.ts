/** The short form of npm run soak, in the long tests. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isLong } from '../support/long-run.ts';

const MINUTES = 2;
/** Afterwards, messages of functions that crashed become visible again. */
const LIMIT_MILLISECONDS = 15 * 60_000;

test.skipIf(!isLong)(
  'every invariant holds after two minutes of mixed traffic and kills',
  async () => {
    const args = ['run', '-s', 'soak', '--', '--minutes', String(MINUTES)];
    const soak = spawn('npm', args, {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => soak.once('exit', resolve));
    const [code, said, errors] = await Promise.all([exited, text(soak.stdout), text(soak.stderr)]);
    expect(code, said + errors).toBe(0);
  },
  LIMIT_MILLISECONDS,
);
