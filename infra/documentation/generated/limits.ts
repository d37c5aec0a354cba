/** Generates the page of limits from the declarations and the settings of a deployed stage. */

import { RESENDS_PER_MINUTE } from '../../../shared/accounts/sign-in/callers.ts';
import { retryGapsIn } from '../../../shared/kit/work/retry-gaps.ts';
import type { Settings } from '../../../shared/platform/settings.ts';
import { api } from '../../../shared/service/api.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import type { Page } from '../page.ts';
import { table } from './table.ts';

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

function general(settings: Settings): string[][] {
  const { bodyLimits, rateLimits, webhookDisable } = settings;
  const gaps = retryGapsIn(settings, eventWork);
  return [
    ['Reads', `${number(rateLimits.reads)} a minute for each user`],
    ['Writes', `${number(rateLimits.writes)} a minute for each user`],
    [
      'Webhook events sent again',
      `${number(RESENDS_PER_MINUTE)} a minute for each user; they are also writes`,
    ],
    ['`/auth/me` and logout', `${number(rateLimits.account)} a minute for each user, together`],
    ['Sign-ins', `${rateLimits.logins} a minute for each e-mail address and IP address`],
    ['Access token', duration(settings.tokenLifetimeSeconds)],
    ['Body of a request', `${number(bodyLimits.kilobytes)} KB`],
    ['Arrays and objects in a body that contain one another', number(bodyLimits.depth)],
    ['Response', '6 MB'],
    ['Errors in a response', '1,000'],
    ['Items of a list in an attribute or relationship', '1,000'],
    ['Replays of an `Idempotency-Key`', '24 hours'],
    ['Download link of an analytics report', duration(settings.downloadLinkSeconds)],
    ...(settings.reportFileDays === null
      ? []
      : [['File of an analytics report', `${number(settings.reportFileDays)} days`]]),
    ['Attempt to send a webhook', '10 seconds'],
    [
      'Attempts for each event and endpoint',
      `${gaps.length + 1}, the last after ${duration(gaps.reduce((sum, gap) => sum + gap))}`,
    ],
    [
      'Failures after which an endpoint is disabled',
      `${webhookDisable.failures} in a row, over at least ${duration(webhookDisable.ageSeconds)}`,
    ],
    ['History of webhook events', '30 days'],
  ];
}

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

/** @param settings of the stage. */
export const limitsPage = (settings: Settings): Page => ({
  path: '/docs/limits',
  section: 'Reference',
  markdown: [
    '# Limits',
    'Rates, sizes and durations. The reference lists the limits of each attribute.',
    table(['Limit', 'Value'], general(settings)),
    '## Records',
    table(['Records', 'At most'], records()),
    '## Pages',
    table(['Type', 'Records on a page', 'At most'], pages()),
    '',
  ].join('\n\n'),
});
