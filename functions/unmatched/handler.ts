/** Responds to paths without a gateway route with a JSON:API 404. Unsupported methods of known paths do not get here. */
import { problem } from '../../shared/domain/problems.ts';
import { stackAround } from '../../shared/http/stack.ts';

export const handler = stackAround(
  () => Promise.reject(new Error('Unreachable: the router rejects every request.')),
  {
    router: () => {
      throw problem('unknown_path', 'There is nothing at this path.');
    },
  },
);
