/** The commands about webhooks, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import {
  disableEndpointCommand,
  listEndpoints,
  recoverEndpoint,
  redriveWebhooks,
  resendEvent,
} from '../commands.ts';

export const webhooksCommands = [
  listed(resendEvent, () => import('./resend-event.ts')),
  listed(recoverEndpoint, () => import('./recover-endpoint.ts')),
  listed(listEndpoints, () => import('./list-endpoints.ts')),
  listed(disableEndpointCommand, () => import('./disable-endpoint.ts')),
  listed(redriveWebhooks, () => import('./redrive-webhooks.ts')),
] as const;
