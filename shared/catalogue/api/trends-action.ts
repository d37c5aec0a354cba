/** The action `trends` of albums, artists and tracks, which shows the trends declared in shared/usage. */

import type { Action } from '../../kit/declare/resource.ts';
import { showsPage } from '../../kit/declare/shown-response.ts';

/** @param plays completes the summary "List the plays of ...". */
export const trendsAction = (subject: 'Album' | 'Artist' | 'Track', plays: string): Action => ({
  method: 'GET',
  on: 'record',
  operationId: `listTrendsOf${subject}`,
  summary: `List the plays of ${plays}`,
  parameters: 'list',
  response: showsPage(`${subject.toLowerCase()}-trends`),
});
