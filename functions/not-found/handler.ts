/** Serves a JSON:API 404 for unknown paths. Unsupported methods of known paths do not get here. */
import { callers } from '../../shared/accounts/sign-in/callers.ts';
import { unknownPath } from '../../shared/kit/http/router.ts';
import { stackAround } from '../../shared/kit/http/stack.ts';
import { problems } from '../../shared/service/problems.ts';

export const handler = stackAround(
  () => Promise.reject(new Error('Unreachable: the router rejects every request.')),
  {
    callers,
    router: (_method, path) => {
      throw unknownPath(path);
    },
    problems,
  },
);
