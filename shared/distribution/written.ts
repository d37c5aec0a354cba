/** Write hooks of distribution requests and deliveries. */
import type { Feature } from '../kit/crud/feature.ts';
import { distributionDeclared } from './declared.ts';
import { requestHooks } from './hooks/request-hooks.ts';

export const distributionWritten: Feature = {
  ...distributionDeclared,
  hooks: { 'distribution-requests': requestHooks },
};
