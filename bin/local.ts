/** `npm start`: the whole service on this machine, until Ctrl-C. */
import { announcement } from '../infra/local/announcement.ts';
import { launchOptions } from '../infra/local/launch-options.ts';
import { seedDemo } from '../infra/local/seed.ts';
import { type LocalStage, startLocalStage } from '../infra/local/start.ts';
import { RefusedSetting } from '../infra/refused-setting.ts';

// Functions on Lambda live in UTC.
process.env['TZ'] = 'UTC';

try {
  const options = launchOptions(process.env);
  const stage = await startLocalStage(options);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(stage));
  void stage.broken.then((reason) => {
    console.error(reason);
    process.exitCode = 1;
    return end(stage);
  });
  if (options.wantsDemo) await seedDemo(stage);
  console.log(announcement(stage, options, performance.now()));
} catch (error) {
  console.error(error instanceof RefusedSetting ? error.message : error);
  process.exit(1);
}

async function end(stage: LocalStage): Promise<void> {
  await stage.stop();
  process.exit();
}
