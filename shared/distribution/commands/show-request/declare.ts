import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const showRequest = declareCommand({
  name: 'show-request',
  help: 'Shows a distribution request with its deliveries, all decisions (actor, time and reason), and for each track what was heard of its audio and which released tracks it resembles. Warns of audio that may be damaged. If the request is undecided, also warns of each file that cannot be read, and of codes that the stage lacks for its approval.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['show-request 114877148073984'],
});
