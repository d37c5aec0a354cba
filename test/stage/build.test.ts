/** The build of a first start runs in a separate process, which ends with the stage. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/hand-made.ts';

test('a stage interrupted while it is built ends and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const stage = spawn(process.execPath, ['bin/local.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '0', DATA_DIR: 'memory', BUILD_DIR: folder },
  });
  const [said, failures, ended] = [text(stage.stdout), text(stage.stderr), once(stage, 'exit')];
  // The process that builds has the folder among its arguments.
  const builder = () =>
    spawnSync('pgrep', ['-f', `build-assembly.ts ${folder}`], { encoding: 'utf8' }).stdout;
  await expect.poll(() => readdirSync(folder).length).toBe(1);
  // A terminal sends the signal to both processes.
  process.kill(Number(builder()), 'SIGINT');
  stage.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect([await said, await failures]).toEqual([
    expect.stringMatching(/^First start: building \d\d functions \.\.\. \d+\.\d s\n$/),
    '',
  ]);
  expect(builder()).toBe('');
  expect(readdirSync(folder)).toEqual([]);
});
