/** `npm start`: runs the whole service on this machine until Ctrl-C. */
import { announcement } from '../infra/local/command-line/announcement.ts';
import { errorText } from '../infra/local/command-line/error-text.ts';
import { startOptions } from '../infra/local/command-line/start-options.ts';
import { seedDemo } from '../infra/local/demo/seed.ts';
import { type Reloading, reloadOnChange } from '../infra/local/reload/reload.ts';
import { type LocalStage, startLocalStage } from '../infra/local/start.ts';
import { helpWith } from './help.ts';

helpWith(`npm start: runs the whole service on this machine until Ctrl-C.

Environment, all of it in docs/local-stage.md:

  PORT=3000        the port of the API; that of the AWS endpoints (AWS_PORT) is the next one
  DATA_DIR=.local  the folder that keeps the data; memory keeps nothing
  BUILD_DIR        the folder for what is built (.build/local)
  NO_DEMO=1        do not create the demo organization
  LOGS=1           print the logs of the functions here
  RELOAD=1         take changes of the sources while running, as on a terminal; 0 does not`);

// As on Lambda.
process.env['TZ'] = 'UTC';
// Files of the stage, its functions and its engine are readable for their owner only.
process.umask(0o077);

let reloading: Reloading | undefined;

try {
  const options = startOptions(process.env, process.stdout.isTTY);
  const starting = startLocalStage({ ...options, onPhase: console.log });
  const end = once(() => starting.then(endAndExit, () => {}));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // Nobody reads the output any more: unheard, its errors would be reported there, over and over.
  for (const output of [process.stdout, process.stderr]) output.on('error', end);
  const stage = await starting;
  void stage.broken.then((reason) => fail(reason, end));
  // Also called for unhandled rejections.
  process.on('uncaughtException', (error) => fail(errorText(error), end));
  const message = options.wantsDemo ? await seedDemo(stage, { onPhase: console.log }) : undefined;
  console.log(announcement(stage, options, performance.now()));
  if (message) console.log(message);
  if (options.reloads) reloading = reloadOnChange(stage, { environment: process.env, print: console.log });
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}

function fail(reason: string, end: () => void): void {
  console.error(reason);
  process.exitCode = 1;
  end();
}

async function endAndExit(stage: LocalStage): Promise<void> {
  await reloading?.end();
  await stage.end();
  process.exit();
}

/** The handlers of signals are removed after the first one, so a second signal ends the process immediately. */
function once(action: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
