/** set-capabilities: what one account may do beyond its role. */
import { capabilitySwitches } from './capability-switches.ts';
import { declareCommand, id, value } from './declare.ts';

export const setCapabilities = declareCommand({
  name: 'set-capabilities',
  help: 'Sets what a user may do beyond its role, from its next request on. Switches left out stay as they are.',
  arguments: {
    'user-id': value(id, { placeholder: 'ID', help: 'the user' }),
    ...capabilitySwitches,
  },
  positional: ['user-id'],
  examples: ['set-capabilities 114876805523268 --video on --preapproval off'],
});
