import { declareCommand } from '../../../kit/commands/declare.ts';

export const status = declareCommand({
  name: 'status',
  help: 'Shows what waits on the stage: messages and dead letters of each queue, what repairs work that was given up, background work by kind and state, requests to review, failing deliveries, how many codes are left, how far the stream of changes is behind and which of its changes fail, and the last sweep.',
  isRecorded: false,
  arguments: {},
  examples: ['status', 'status --json'],
});
