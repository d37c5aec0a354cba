import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const showAlbum = declareCommand({
  name: 'show-album',
  help: 'Shows why an album is stuck: in one sentence, and with its state, what is missing, its masters, its last requests and deliveries with the reports of stores, and their history.',
  isRecorded: false,
  arguments: { id: recordId('albums', 'the album') },
  positional: ['id'],
  examples: ['show-album 114877148073984'],
});
