/** Adds a version to the stage secret. Tokens and secrets made with earlier versions stay valid. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import { rotateStageSecret as rotate } from '../../platform/stage-secret/stage-secret-rotation.ts';
import type { rotateStageSecret } from '../commands.ts';

export const run = (async (_given, { now }) => {
  const made = await rotate(now);
  if (!made) throw problem('stale_version', 'Another command is rotating the secret. Try again.');
  return { version: made.version, 'used-from': made.from.toISOString() };
}) satisfies Run<typeof rotateStageSecret>;
