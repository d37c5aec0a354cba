/** What is decided when distribution requests and deliveries are written. */
import type { Feature } from '../kit/crud/feature.ts';
import { requestHooks } from './hooks/request-hooks.ts';

export const distributionWritten: Feature = {
  hooks: { 'distribution-requests': requestHooks },
};
