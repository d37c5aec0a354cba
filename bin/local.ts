/** `npm start`: runs the whole service on this machine until Ctrl-C. */

import { helpWith, rejectArguments } from './help.ts';
import { announcement, siteAnnouncement } from './local/command-line/announcement.ts';
import { PhaseLines } from './local/command-line/phase-lines.ts';
import { startOptions } from './local/command-line/start-options.ts';
import { seedDemo } from './local/demo/seed.ts';
import { errorText } from './local/host/error-text.ts';
import { type Reloading, reloadOnChange } from './local/reload/reload.ts';
import { type LocalStage, startLocalStage } from './local/start.ts';

helpWith(`npm start: runs the whole service on this machine until Ctrl-C.

Environment (docs/local-stage.md lists all of it):

  PORT=3000        the port of the API; the AWS endpoints (AWS_PORT) use the next one
  DATA_DIR=.local  the data folder; memory stores nothing
  BUILD_DIR        the folder for build output (.build/local)
  NO_DEMO=1        do not create the demo organization
  LOGS=1           print the functions' logs here
  RELOAD=1         apply source changes while running (default on a terminal); 0 does not`);
rejectArguments();

// As on Lambda.
process.env['TZ'] = 'UTC';
// Only the owner can read files of the stage, its functions and its engine.
process.umask(0o077);

let reloading: Reloading | undefined;
const ending = new AbortController();
const lines = new PhaseLines({
  // Logs are written to it, too.
  isTerminal: process.stdout.isTTY && !process.env['LOGS'],
  write: (text) => process.stdout.write(text),
});
const onPhase = (title: string) => lines.begin(title);

try {
  const options = startOptions(process.env, process.stdout.isTTY);
  const starting = startLocalStage({ ...options, onPhase, onWarning: warn, signal: ending.signal });
  const end = once(() => {
    ending.abort();
    return starting.then(endAndExit, () => {});
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // The output is closed. Without a listener, its errors would be written to it again and again.
  for (const output of [process.stdout, process.stderr]) output.on('error', end);
  const stage = await starting;
  void stage.broken.then((reason) => fail(reason, end));
  // Also called for unhandled rejections.
  process.on('uncaughtException', (error) => fail(errorText(error), end));
  const message = options.wantsDemo ? await seedDemo(stage, { onPhase }) : undefined;
  lines.end();
  const isComplete = stage.site.state().is === 'ready';
  console.log(announcement(stage, options, performance.now()));
  if (message) console.log(message);
  const site = await stage.site.built;
  if (!ending.signal.aborted) {
    if (!isComplete) console.log(siteAnnouncement(stage.url, site, performance.now()));
    // Both would take all processors. It also finds what has changed in the meantime.
    if (options.reloads) reloading = reloadOnChange(stage, { environment: process.env, print: console.log });
  }
} catch (error) {
  lines.end();
  // Ended while it was being built.
  if (error instanceof Error && error.name === 'AbortError') process.exit();
  console.error(errorText(error));
  process.exit(1);
}

function warn(text: string): void {
  lines.clear();
  console.error(text);
}

function fail(reason: string, end: () => void): void {
  warn(reason);
  process.exitCode = 1;
  end();
}

async function endAndExit(stage: LocalStage): Promise<void> {
  await reloading?.end();
  await stage.end();
  process.exit();
}

/** The first signal removes the handlers, so a second ends the process immediately. */
function once(action: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
