/** The action `trends` of albums, artists and tracks. It shows what shared/usage declares. */

import type { Action } from '../../kit/declare/resource.ts';
import { showsPage } from '../../kit/declare/shown-response.ts';

/** @param plays whose plays it lists, and by what: for its summary. */
export const trendsAction = (subject: 'Album' | 'Artist' | 'Track', plays: string): Action => ({
  method: 'GET',
  on: 'record',
  operationId: `listTrendsOf${subject}`,
  summary: `List the plays of ${plays}`,
  parameters: 'list',
  response: showsPage(`${subject.toLowerCase()}-trends`),
});
