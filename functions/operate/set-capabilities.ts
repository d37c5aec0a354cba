/** set-capabilities: what one account may do beyond its role; counts from its very next request. */
import * as v from 'valibot';
import { problem } from '../../shared/domain/problems.ts';
import { accessKey } from '../../shared/table/keys.ts';
import { capabilitySwitches, defineCommand, switched } from './command.ts';

export const setCapabilities = defineCommand({
  arguments: v.object({
    'user-id': v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'must be an id')),
    ...capabilitySwitches,
  }),
  positional: ['user-id'],
  async run(given, { table }) {
    const userId = given['user-id'];
    const row = await table.get(accessKey(userId));
    if (!row) throw problem('unknown_record', `There is no user ${userId}.`);
    const before = row['capabilities'] as string[];
    const after = switched(before, given);
    await table.commit([
      {
        update: accessKey(userId),
        with: { expression: 'SET #capabilities = :after', names, values: { ':after': after } },
        condition: { expression: '#capabilities = :before', names, values: { ':before': before } },
      },
    ]);
    return { 'user-id': userId, capabilities: after };
  },
});

const names = { '#capabilities': 'capabilities' };
