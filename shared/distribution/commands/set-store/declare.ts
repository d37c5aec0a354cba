import * as v from 'valibot';
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';
import { storeBehaviors } from '../../stores/store-behaviors.ts';

export const setStore = declareCommand({
  name: 'set-store',
  help: 'Sets how the store of a DSP responds to deliveries, effective from the next attempt of any delivery.',
  arguments: {
    'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }),
    behavior: value(v.picklist(storeBehaviors, `must be one of ${storeBehaviors.join(', ')}`), {
      placeholder: 'BEHAVIOR',
      help: storeBehaviors.join(', '),
    }),
  },
  positional: ['dsp-id', 'behavior'],
  examples: ['set-store 4 reject', 'set-store 1 package'],
});
