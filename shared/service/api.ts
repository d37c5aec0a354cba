/** All resources and endpoints that a function knows. */
import { merged } from './feature-members.ts';
import { endpoints, keys, types } from './features.ts';

export const api = {
  resources: Object.values(types).flat(),
  endpoints: Object.values(endpoints).flat(),
  keys: merged(keys),
};
