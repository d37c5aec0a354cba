/**
 * Checks the types of pages. The TypeScript of everything else, version 7, cannot be extended by vue-tsc. What packages have
 * in Vue is read as well, and not reported.
 */
const { spawnSync } = require('node:child_process');

if (process.env.CHECKS_PAGES) require('vue-tsc').run(require.resolve('vue-typescript/lib/tsc'));
else report();

function report() {
  const line = [__filename, ...process.argv.slice(2), '--pretty', 'false'];
  const env = { ...process.env, CHECKS_PAGES: '1' };
  const { stdout, stderr, status } = spawnSync(process.execPath, line, {
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  // Further lines of an error are indented.
  const errors = stdout.split(/\n(?! )/).filter((each) => each.trim() !== '');
  const own = errors.filter((each) => !each.startsWith('node_modules/'));
  process.stdout.write(own.map((each) => `${each}\n`).join(''));
  process.stderr.write(stderr);
  // It also fails if it could not run.
  process.exitCode = own.length > 0 || (status !== 0 && errors.length === 0) ? 1 : 0;
}
