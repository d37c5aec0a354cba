/** takedown-album: makes and approves a takedown request. */
import { takeDown } from '../../shared/distribution/take-down.ts';
import type { CommandHandler } from './operation.ts';

export const takedownAlbum: CommandHandler<'takedown-album'> = async (given, operation) => {
  const { 'album-id': album, reason } = given;
  const { id, fields } = await takeDown(operation, album, { actor: `operator ${operation.actor}`, reason });
  return { id, album, status: fields.status, dsps: fields.dsps };
};
