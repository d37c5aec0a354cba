/** rotate-stage-secret: adds a version to the stage secret. What was made under earlier versions stays valid. */
import { rotateStageSecret as rotate } from '../../shared/accounts/stage-secret/stage-secret-rotation.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import type { CommandHandler } from './operation.ts';

export const rotateStageSecret: CommandHandler<'rotate-stage-secret'> = async (_given, { now }) => {
  const made = await rotate(now);
  if (!made) throw problem('stale_version', 'Another command is rotating the secret: try again.');
  return { version: made.version, 'used-from': made.from.toISOString() };
};
