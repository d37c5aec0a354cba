/** Holds every response of a function to the document of its API. */
import type { GroupHandler } from '../../../shared/kit/group-handler.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { type ActualResponse, contractOf } from './contract.ts';

/**
 * @throws Error when the response is not as documented. Functions outside any group respond with errors only.
 */
export function expectContract(
  handler: ApiHandler,
  { method = 'GET', path }: { readonly method?: string; readonly path: string },
  actual: ActualResponse,
): void {
  const { serves } = handler as Partial<GroupHandler>;
  const contract = contractOf(serves === undefined || isOfService(serves) ? definitions : serves.api);
  const found = contract.violations({ method, path }, actual, serves?.group ?? 'not-found');
  if (found.length > 0) throw new Error(`${found.join('\n')}\n${actual.text}`);
}

const declared: ReadonlySet<unknown> = new Set(definitions.resources);

/**
 * The service's groups share its document, so that each schema is compiled once. Some tests serve APIs that
 * they declare.
 */
const isOfService = ({ api }: GroupHandler['serves']): boolean =>
  api.resources.every((resource) => declared.has(resource));
