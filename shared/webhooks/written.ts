/** What is decided when webhook endpoints and the history of their events are written. */
import type { Feature } from '../kit/crud/feature.ts';
import { endpointHooks } from './hooks/endpoint-hooks.ts';

export const webhooksWritten: Feature = {
  hooks: { 'webhook-endpoints': endpointHooks },
};
