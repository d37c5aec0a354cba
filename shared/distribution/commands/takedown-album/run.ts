/** Creates and approves a takedown request. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { takeDown } from '../../take-down.ts';
import { takedownAlbum } from './declare.ts';

export const run = commandRun(takedownAlbum, async (given, operation) => {
  const { 'album-id': album, reason } = given;
  const { id, fields } = await takeDown(operation, album, { actor: `operator ${operation.actor}`, reason });
  return { id, album, status: fields.status, dsps: fields.dsps };
});
