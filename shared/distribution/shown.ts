/** Views of distribution requests and deliveries. */
import type { Feature } from '../kit/crud/feature.ts';
import { deliveriesView } from './views/deliveries.ts';
import { distributionRequestsView } from './views/distribution-requests.ts';

export const distributionShown: Feature = {
  views: { deliveries: deliveriesView, 'distribution-requests': distributionRequestsView },
};
