/** `npm start`: the whole service on this machine, until Ctrl-C. */
import { announcement } from '../infra/local/command-line/announcement.ts';
import { faultText } from '../infra/local/command-line/error-text.ts';
import { seedDemo } from '../infra/local/command-line/seed.ts';
import { launchOptions } from '../infra/local/command-line/start-options.ts';
import { type LocalStage, startLocalStage } from '../infra/local/start.ts';

// Functions on Lambda live in UTC.
process.env['TZ'] = 'UTC';
// What the stage, its functions and its engine write is for their owner alone.
process.umask(0o077);

try {
  const options = launchOptions(process.env);
  const starting = startLocalStage(options);
  const end = once(() => starting.then(stopAndExit, () => {}));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  const stage = await starting;
  void stage.broken.then((reason) => fail(reason, end));
  // A promise that nobody caught arrives here, too.
  process.on('uncaughtException', (error) => fail(faultText(error), end));
  const remark = options.wantsDemo ? await seedDemo(stage) : undefined;
  console.log(announcement(stage, options, performance.now()));
  if (remark) console.log(remark);
} catch (error) {
  console.error(faultText(error));
  process.exit(1);
}

function fail(reason: string, end: () => void): void {
  console.error(reason);
  process.exitCode = 1;
  end();
}

async function stopAndExit(stage: LocalStage): Promise<void> {
  await stage.stop();
  process.exit();
}

/** A second signal ends the process at once, as nobody hears it any more; a second fault adds nothing. */
function once(action: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
