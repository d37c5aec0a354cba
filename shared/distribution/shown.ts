/** What is hidden of distribution requests and deliveries, or added, when they are shown, and where those without rows are found. */
import type { Feature } from '../kit/crud/feature.ts';
import { deliveriesView } from './views/deliveries.ts';
import { distributionRequestsView } from './views/distribution-requests.ts';

export const distributionShown: Feature = {
  views: { deliveries: deliveriesView, 'distribution-requests': distributionRequestsView },
};
