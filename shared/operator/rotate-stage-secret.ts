/** rotate-stage-secret: new keys for tokens and webhook secrets. */
import { declareCommand } from './declare.ts';

export const rotateStageSecret = declareCommand({
  name: 'rotate-stage-secret',
  help: 'Adds a version to the secret of the stage. What was made under earlier versions goes on working.',
  arguments: {},
  examples: ['rotate-stage-secret'],
});
