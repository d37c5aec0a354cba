/** Views of distribution requests and deliveries. */
import type { Feature } from '../kit/crud/feature.ts';
import { distributionDeclared } from './declared.ts';
import { deliveriesView } from './views/deliveries.ts';
import { distributionRequestsView } from './views/distribution-requests.ts';

export const distributionShown: Feature = {
  ...distributionDeclared,
  views: { deliveries: deliveriesView, 'distribution-requests': distributionRequestsView },
};
