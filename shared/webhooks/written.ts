/** Write hooks of webhook endpoints. */
import type { Feature } from '../kit/crud/feature.ts';
import { webhooksDeclared } from './declared.ts';
import { endpointHooks } from './hooks/endpoint-hooks.ts';

export const webhooksWritten: Feature = {
  ...webhooksDeclared,
  hooks: { 'webhook-endpoints': endpointHooks },
};
