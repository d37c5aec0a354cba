/** The action `trends` of albums, artists and tracks. It shows what shared/usage declares. */
import { showsPage } from '../../kit/declare/answer.ts';
import type { Action } from '../../kit/declare/resource.ts';

/** @param plays whose plays it lists, and by what: for its summary. */
export const trendsAction = (subject: 'Album' | 'Artist' | 'Track', plays: string): Action => ({
  method: 'GET',
  on: 'record',
  operationId: `listTrendsOf${subject}`,
  summary: `List the plays of ${plays}`,
  parameters: 'list',
  answer: showsPage(`${subject.toLowerCase()}-trends`),
});
