import { declareCommand, onOff, recordId } from '../../../kit/commands/declare.ts';
import { capabilitySwitches } from '../capability-switches.ts';

export const setCapabilities = declareCommand({
  name: 'set-capabilities',
  help: 'Sets the capabilities of a user, effective from the next request. Capabilities without a switch do not change.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    ...capabilitySwitches,
    streaming: onOff('the user may distribute to streaming DSPs'),
    fingerprint: onOff('the user may distribute to fingerprint DSPs'),
  },
  positional: ['user-id'],
  examples: [
    'set-capabilities 114876805523268 --video on --preapproval off',
    'set-capabilities 114876805523268 --fingerprint off',
  ],
});
