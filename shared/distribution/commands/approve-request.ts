/** Approves a distribution request as an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import type { approveRequest } from '../commands.ts';
import { decideRequest } from '../review/request-decision.ts';
import { soundSentences, soundsOf } from '../rules/approved-sounds.ts';

export const run = (async ({ id, seen }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, { on: 'approve', by: 'operator', actor, seen });
  const sounds = soundsOf(fields.decisions.at(-1));
  return { id, status: fields.status, warnings: sounds ? soundSentences(sounds) : [] };
}) satisfies Run<typeof approveRequest>;
