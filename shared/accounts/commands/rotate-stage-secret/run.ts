/** Adds a version to the stage secret. Tokens and secrets made with earlier versions stay valid. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { problem } from '../../../kit/values/problems.ts';
import { rotateStageSecret as rotate } from '../../../platform/stage-secret/stage-secret-rotation.ts';
import { rotateStageSecret } from './declare.ts';

export const run = commandRun(rotateStageSecret, async (_given, { now }) => {
  const made = await rotate(now);
  if (!made) throw problem('stale_version', 'Another command is rotating the secret. Try again.');
  return { version: made.version, 'used-from': made.from.toISOString() };
});
