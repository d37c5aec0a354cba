/** rotate-stage-secret: new keys for tokens and webhook secrets; what was made under the old ones goes on working. */
import { rotateStageSecret as rotate } from '../../shared/auth/stage-secret-rotation.ts';
import { problem } from '../../shared/domain/problems.ts';
import type { CommandHandler } from './operation.ts';

export const rotateStageSecret: CommandHandler<'rotate-stage-secret'> = async (_given, { now }) => {
  const made = await rotate(now);
  if (!made) throw problem('stale_version', 'Another command rotated the secret at this moment.');
  return { version: made.version, 'used-from': made.from.toISOString() };
};
