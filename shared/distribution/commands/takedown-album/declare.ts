import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { anyText } from '../../../kit/declare/attribute.ts';

export const takedownAlbum = declareCommand({
  name: 'takedown-album',
  help: 'Takes an album down from all DSPs that have it, by creating and approving a takedown request of its owner. Fails while the album has an open request.',
  arguments: {
    'album-id': recordId('albums', 'the album'),
    reason: value(anyText(1, 1000), { placeholder: 'TEXT', help: 'reason for the record' }),
  },
  positional: ['album-id'],
  examples: ['takedown-album 114877148073984 --reason "A court has ordered it."'],
});
