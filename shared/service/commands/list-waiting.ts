/** Lists what waits for a person in any feature. */
import { waitingOrganizations } from '../../accounts/commands/waiting-organizations.ts';
import { waitingProfiles } from '../../catalogue/commands/waiting-profiles.ts';
import { codeStatus, type ShownSeries } from '../../distribution/codes/code-status.ts';
import { waitingAcknowledgements } from '../../distribution/commands/waiting-acknowledgements.ts';
import { waitingDeliveries } from '../../distribution/commands/waiting-deliveries.ts';
import { waitingRequests } from '../../distribution/commands/waiting-requests.ts';
import type { Run } from '../../kit/commands/listed.ts';
import type { Waiting } from '../../kit/commands/waiting.ts';
import { waitingBalances } from '../../royalties/commands/waiting-balances.ts';
import { waitingImports } from '../../usage/commands/waiting-imports.ts';
import { waitingReports } from '../../usage/commands/waiting-reports.ts';
import { waitingEndpoints } from '../../webhooks/commands/waiting-endpoints.ts';
import type { listWaiting } from '../commands.ts';
import { queueStatus } from '../queue-status.ts';
import { waitingRows } from './waiting-rows.ts';
import { waitingWork } from './waiting-work.ts';

export const run = (async ({ limit }, operation) => {
  const [lists, queues, codes, rows] = await Promise.all([
    Promise.all([
      waitingRequests(operation, limit),
      waitingDeliveries(operation, limit),
      waitingProfiles(operation, limit),
      waitingImports(operation.table, limit),
      waitingReports(operation, limit),
      waitingBalances(operation, limit),
      waitingEndpoints(operation, limit),
      waitingOrganizations(operation, limit),
      waitingAcknowledgements(operation, limit),
      waitingWork(operation.table, limit),
    ]),
    queueStatus(),
    codeStatus(operation),
    waitingRows(operation),
  ]);
  const items = [
    ...lists.flatMap((list) => list.items),
    ...queues.givenUp.map(deadLetters),
    ...codes.flatMap(lastCodes),
    ...rows,
  ];
  return {
    items: items.toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1)),
    // Otherwise, more of a kind wait than are listed.
    'all-listed': lists.every(({ isWhole }) => isWhole),
  };
}) satisfies Run<typeof listWaiting>;

/** What waits for an unknown time comes first. */
const orderOf = ({ since }: Waiting): string => since ?? '';

const deadLetters = (given: Awaited<ReturnType<typeof queueStatus>>['givenUp'][number]): Waiting => ({
  what: 'dead letters',
  id: given.kind,
  since: null,
  about: given['dead-letters'] === 1 ? '1 message' : `${given['dead-letters']} messages`,
  resolve: given.repair,
});

/** The same share as in the alarm for codes running out. */
const LOW_SHARE = 0.1;

const lastCodes = ({ codes, prefix, taken, left }: ShownSeries): Waiting[] =>
  left > (taken + left) * LOW_SHARE
    ? []
    : [
        {
          what: 'codes running out',
          id: prefix,
          since: null,
          about: `${left} ${codes.toUpperCase()}s are left`,
          resolve: 'docs/runbook.md#codes-running-out',
        },
      ];
