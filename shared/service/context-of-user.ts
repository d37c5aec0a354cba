/** The context of a request by a user, for commands that write in the name of one. It is not counted for rate limits. */
import { callerFor } from '../accounts/sign-in/caller-for.ts';
import type { Operation } from '../kit/commands/operation.ts';
import type { WriteContext } from '../kit/crud/write/hooks.ts';
import type { ApiRequest } from '../kit/http/request.ts';
import { definitions, hooksByType } from './definitions.ts';

const request: ApiRequest = {
  id: '',
  method: 'POST',
  path: '/',
  urlBytes: 0,
  query: [],
  headers: {},
  rawBody: undefined,
  isText: true,
  body: undefined,
  sourceAddress: '',
};

/** @throws unknown_record without such a user, or if the user is disabled. */
export const contextOfUser = async (operation: Operation, user: string): Promise<WriteContext> => ({
  ...operation,
  api: definitions,
  hooks: hooksByType,
  caller: await callerFor(operation.table, user),
  baseUrl: '',
  request,
});
