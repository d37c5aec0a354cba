/** Whatever the gateway has no route for: a JSON:API 404. Wrong methods on known paths never come here. */
import { problem } from '../../shared/domain/problems.ts';
import { stackAround } from '../../shared/http/stack.ts';

export const handler = stackAround(() => Promise.reject(new Error('The router refuses everything first.')), {
  router: () => {
    throw problem('unknown_path', 'There is nothing at this path.');
  },
});
