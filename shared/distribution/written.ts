/** Write hooks of distribution requests and deliveries. */
import type { Feature } from '../kit/crud/feature.ts';
import { requestHooks } from './hooks/request-hooks.ts';

export const distributionWritten: Feature = {
  hooks: { 'distribution-requests': requestHooks },
};
