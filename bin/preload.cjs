/**
 * Preloaded by every npm script: checks the Node version, keeps compiled code, and ends the program when npm
 * ends. Plain JavaScript, so that an old Node can run it and print a message.
 */
'use strict';
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

/** The first version with TypeScript sources, node:sqlite and the certificate functions of node:tls. */
const NEEDED = [24, 5];
const PARENT_CHECK_MILLISECONDS = 500;

const message = missing();
if (message) {
  console.error(message);
  process.exit(1);
}
// Half of the CPU of an operator's command. Also for the Node processes that this one starts.
process.env.NODE_COMPILE_CACHE ??= join(__dirname, '../node_modules/.cache/compile');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
if (process.env.npm_lifecycle_event) endWithParent();

function missing() {
  if (!existsSync(join(__dirname, '../node_modules/valibot')))
    return 'The packages are not installed: run `npm ci`.';
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined;
  return (
    `Node ${NEEDED.join('.')} or newer is needed, and this is Node ${process.versions.node}: run \`npm rebuild node ` +
    '--ignore-scripts=false`, which installs it beside the packages, as `npm ci` does unless install scripts are off.'
  );
}

/** npm forwards SIGTERM, but when npm is killed, its children are not notified. */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MILLISECONDS);
  timer.unref();
}
