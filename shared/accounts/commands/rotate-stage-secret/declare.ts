import { declareCommand } from '../../../kit/commands/declare.ts';

export const rotateStageSecret = declareCommand({
  name: 'rotate-stage-secret',
  help: 'Adds a version to the stage secret. Existing sessions and webhook secrets stay valid.',
  arguments: {},
  examples: ['rotate-stage-secret'],
});
