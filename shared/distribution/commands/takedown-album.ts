/** Creates and approves a takedown request. */
import type { Run } from '../../kit/commands/listed.ts';
import type { takedownAlbum } from '../commands.ts';
import { takeDown } from '../take-down.ts';

export const run = (async (given, operation) => {
  const { 'album-id': album, reason } = given;
  const { id, fields } = await takeDown(operation, album, { actor: `operator ${operation.actor}`, reason });
  return { id, album, status: fields.status, dsps: fields.dsps };
}) satisfies Run<typeof takedownAlbum>;
