/** Write hooks of distribution requests, and of the catalogue's types that distribution holds. */
import type { Feature } from '../kit/crud/feature.ts';
import { distributionDeclared } from './declared.ts';
import { holdingHooks } from './holding/holding-hooks.ts';
import { requestHooks } from './hooks/request-hooks.ts';

export const distributionWritten: Feature = {
  ...distributionDeclared,
  hooks: { ...holdingHooks, 'distribution-requests': requestHooks },
};
