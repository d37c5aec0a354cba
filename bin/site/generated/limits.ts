/**
 * Generates the page of limits from the declarations. The values of a stage's settings are filled in when the
 * page is served, so that all stages have the same pages.
 */
import { retryGapsIn } from '../../../shared/kit/work/retry-gaps.ts';
import type { Settings } from '../../../shared/platform/settings.ts';
import { api } from '../../../shared/service/api.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import type { Page } from '../page.ts';
import { table } from './markdown.ts';

const number = (value: number): string => value.toLocaleString('en');

/** @param seconds @example duration(43200) // '12 hours' */
function duration(seconds: number): string {
  const [amount, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second'];
  return `${number(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}

const perMinute = (count: number): string => `${number(count)} a minute for each user`;

/** Depend on the settings of a stage. */
const settingLimits: Readonly<Record<string, (settings: Settings) => string>> = {
  Reads: ({ rateLimits }) => perMinute(rateLimits.reads),
  Writes: ({ rateLimits }) => perMinute(rateLimits.writes),
  'Webhook events sent again': ({ resendsPerMinute }) =>
    `${perMinute(resendsPerMinute)}; they are also writes`,
  '`/auth/me` and logout': ({ rateLimits }) => `${perMinute(rateLimits.account)}, together`,
  'Sign-ins': ({ rateLimits }) => `${rateLimits.logins} a minute for each e-mail address and IP address`,
  'Access token': ({ tokenLifetimeSeconds }) => duration(tokenLifetimeSeconds),
  'Body of a request': ({ bodyLimits }) => `${number(bodyLimits.kilobytes)} KB`,
  'Arrays and objects in a body that contain one another': ({ bodyLimits }) => number(bodyLimits.depth),
  'Download link of an analytics report': ({ downloadLinkSeconds }) => duration(downloadLinkSeconds),
  'File of an analytics report': ({ reportFileDays }) =>
    reportFileDays === null ? 'not deleted' : `${number(reportFileDays)} days`,
  'Attempts for each event and endpoint': (settings) => {
    const gaps = retryGapsIn(settings, eventWork);
    return `${gaps.length + 1}, the last after ${duration(gaps.reduce((sum, gap) => sum + gap))}`;
  },
  'Failures after which an endpoint is disabled': ({ webhookDisable: { failures, ageSeconds } }) =>
    `${failures} in a row, over at least ${duration(ageSeconds)}`,
};

/** Stands on the page for the value. */
const placeOf = (name: string): string => `LIMIT-${Object.keys(settingLimits).indexOf(name)}-OF-STAGE`;

/** @returns the values of the stage, by what stands for them on the page. */
export const limitsOf = (settings: Settings): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settingLimits).map(([name, limit]) => [placeOf(name), limit(settings)]));

const general: readonly (readonly string[])[] = [
  ...Object.keys(settingLimits).map((name) => [name, placeOf(name)]),
  ['Response', '6 MB'],
  ['Errors in a response', '1,000'],
  ['Items of a list in an attribute or relationship', '1,000'],
  ['Replays of an `Idempotency-Key`', '24 hours'],
  ['Attempt to send a webhook', '10 seconds'],
  ['History of webhook events', '30 days'],
];

const pages = (): string[][] =>
  api.resources
    .filter(({ pageMeta }) => pageMeta !== 'none')
    .map(({ type, pageSize }) => [`\`${type}\``, number(pageSize.standard), number(pageSize.max)]);

const records = (): string[][] => [
  ...api.resources.flatMap(({ type, quota }) =>
    quota ? [[`\`${type}\` of one owner`, number(quota.max)]] : [],
  ),
  ...Object.entries(api.keys).flatMap(([type, row]) =>
    Object.entries('links' in row ? row.links : {}).flatMap(([link, { max }]: [string, { max?: number }]) =>
      max === undefined ? [] : [[`\`${type}\` of one \`${link}\``, number(max)]],
    ),
  ),
];

export const limitsPage = (): Page => ({
  path: '/docs/limits',
  section: 'Reference',
  markdown: [
    '# Limits',
    'Rates, sizes and durations. The reference lists the limits of each attribute.',
    table(['Limit', 'Value'], general),
    '## Records',
    table(['Records', 'At most'], records()),
    '## Pages',
    table(['Type', 'Records on a page', 'At most'], pages()),
    '',
  ].join('\n\n'),
});
