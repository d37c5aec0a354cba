/** Queries of CloudWatch Logs Insights, saved in the account for the runbook (docs/runbook.md). */
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Functions, functionNamed } from '../functions/stage-functions.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import type { Watched } from './watched.ts';

interface SavedQuery {
  /** The functions whose logs it reads. */
  readonly of: 'all' | 'api' | 'background' | readonly string[];
  readonly lines: readonly string[];
}

/** @internal Tests compare them with the runbook. */
export const savedQueries = {
  'api-errors': {
    of: 'api',
    lines: [
      'fields @timestamp, @log, message.route, message.status, message.problem.name, message.problem.message, message.errorMessage, @message',
      'filter level = "ERROR" or message.status >= 500',
      'sort @timestamp desc',
    ],
  },
  'slow-requests': {
    of: 'api',
    lines: [
      'filter message.event = "request"',
      'stats pct(message.durationMs, 99) as p99, count(*) as requests, avg(message.table.readUnits) as reads by message.route',
      'sort p99 desc',
    ],
  },
  'table-use': {
    of: 'api',
    lines: [
      'filter message.event = "request"',
      'stats sum(message.table.readUnits) as reads, sum(message.table.writeUnits) as writes by message.route, message.organization',
      'sort reads desc',
    ],
  },
  'units-by-function': {
    of: 'all',
    lines: [
      'filter ispresent(message.table.calls)',
      'stats sum(message.table.readUnits) as reads, sum(message.table.writeUnits) as writes by @log',
      'sort reads desc',
    ],
  },
  'unreadable-lists': {
    of: 'all',
    lines: [
      'filter message.event = "list.unreadable"',
      'stats count(*) as attempts, max(@timestamp) as at, latest(message.problem.message) as problem by @log, message.type, message.ownerId',
      'sort attempts desc',
    ],
  },
  'pipeline-errors': {
    of: 'background',
    lines: [
      'fields @timestamp, @log, message.event, message.problem.name, message.problem.message, message.errorMessage, @message',
      'filter level = "ERROR"',
      'sort @timestamp desc',
    ],
  },
  sweeps: {
    of: ['sweep'],
    lines: ['fields @timestamp, @message', 'filter ispresent(level)', 'sort @timestamp desc'],
  },
  'store-attempts': {
    of: ['deliver-releases', 'transfer-releases'],
    lines: [
      'filter message.event in ["store.attempted", "store.transferred"]',
      'stats count(*) as attempts by message.dsp, message.outcome, message.reason',
      'sort attempts desc',
    ],
  },
  'store-transfers': {
    of: ['transfer-releases'],
    lines: [
      'filter message.event in ["store.transferred", "store.tested", "store.read"]',
      'stats count(*) as attempts, max(@timestamp) as at, latest(message.reason) as reason by message.dsp, message.outcome, message.fault',
      'sort at desc',
    ],
  },
  'unacknowledged-deliveries': {
    of: ['transfer-releases'],
    lines: [
      'filter message.event = "store.read" and ispresent(message.unacknowledgedSince)',
      'stats latest(message.unacknowledgedSince) as since, max(@timestamp) as seen by message.dsp',
      'sort since asc',
    ],
  },
  'late-deliveries': {
    of: ['deliver-releases', 'transfer-releases'],
    lines: [
      'fields @timestamp, message.deliveryId, message.dsp, message.attempt, message.reason, message.problem.message',
      'filter message.event = "store.fault" or ispresent(message.isLate)',
      'sort @timestamp desc',
    ],
  },
  'waiting-requests': {
    of: ['review-requests'],
    lines: [
      'filter message.event = "review.waiting"',
      'stats latest(message.since) as since, max(@timestamp) as seen by message.requestId',
      'sort since asc',
    ],
  },
  'webhook-attempts': {
    of: ['send-webhooks'],
    lines: [
      'filter message.event = "delivery.attempted"',
      'stats count(*) as attempts by message.tenant, message.endpointId, message.outcome, message.reason',
      'sort attempts desc',
    ],
  },
  'failed-webhooks': {
    of: ['send-webhooks'],
    lines: [
      'filter message.event = "delivery.attempted" and message.outcome = "failed"',
      'stats max(@timestamp) as at, latest(message.reason) as reason by message.eventId, message.endpointId, message.tenant',
      'sort at desc',
    ],
  },
  imports: {
    of: ['import-usage'],
    lines: [
      'fields @timestamp, message.importId, message.event, message.outcome, message.reason, message.problem.message, message.errorMessage, @message',
      'filter message.event like /^usage/ or level = "ERROR"',
      'sort @timestamp desc',
    ],
  },
} as const satisfies Record<string, SavedQuery>;

export type SavedQueryName = keyof typeof savedQueries;

const MOST_LINES = 'limit 100';

/** @returns the log groups that a query reads, and its lines. */
export function queryOf(name: SavedQueryName, watched: Pick<Watched, 'functions' | 'apiFunctions'>) {
  const { of, lines }: SavedQuery = savedQueries[name];
  const logGroups = functionsOf(of, watched).map(
    (each) => functionNamed(watched.functions, each).logGroup.logGroupName,
  );
  return { logGroups, lines: [...lines, MOST_LINES] };
}

const functionsOf = (
  of: SavedQuery['of'],
  { functions, apiFunctions }: { functions: Functions; apiFunctions: readonly string[] },
): readonly string[] => {
  if (of === 'all') return [...functions.keys()];
  if (of === 'api') return apiFunctions;
  if (of === 'background') return [...functions.keys()].filter((name) => !apiFunctions.includes(name));
  return of;
};

/** In the console, the queries of a stage are in the folder with its name. */
export function saveQueries(scope: Construct, { name: stage }: StageConfig, watched: Watched): void {
  for (const name of Object.keys(savedQueries) as SavedQueryName[]) {
    const { logGroups, lines } = queryOf(name, watched);
    new CfnQueryDefinition(scope, `${name}-query`, {
      name: `music-distribution-${stage}/${name}`,
      logGroupNames: logGroups,
      queryString: lines.join('\n| '),
    });
  }
}
