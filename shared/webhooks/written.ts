/** Write hooks of webhook endpoints. */
import type { Feature } from '../kit/crud/feature.ts';
import { endpointHooks } from './hooks/endpoint-hooks.ts';

export const webhooksWritten: Feature = {
  hooks: { 'webhook-endpoints': endpointHooks },
};
