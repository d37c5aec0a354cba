/** Generates the page of webhook events: the cause, payload and age of each type. */
import { slug } from 'github-slugger';
import { events, subscribableEvents } from '../../../shared/webhooks/events.ts';
import { envelopeOf } from '../../openapi/document/webhooks.ts';
import type { Page } from '../page.ts';
import { table } from './markdown.ts';

type EventType = keyof typeof events;
const all = Object.entries(events) as [EventType, (typeof events)[EventType]][];

const isSubscribable = (type: string): boolean => subscribableEvents.some((each) => each === type);

const section = ([type, { cause, example, since }]: (typeof all)[number]): string =>
  [
    `## ${type}`,
    `${cause}. Sent since ${since}.${isSubscribable(type) ? '' : ' Endpoints cannot subscribe to it.'}`,
    `::: details Example\n\n\`\`\`json\n${JSON.stringify(envelopeOf(type, example), null, 2)}\n\`\`\`\n\n:::`,
  ].join('\n\n');

const linked = (type: string): string => `[\`${type}\`](#${slug(type)})`;

export const eventsPage = (): Page => ({
  path: '/docs/events',
  section: 'Reference',
  markdown: [
    '# Webhook events',
    'Every type of event that a webhook endpoint can receive, with its cause and an example of its body.',
    'Payloads are small, and their ids are numbers. `POST /webhook-endpoints/{id}/test` sends an example ' +
      'of a type to your endpoint, with ids that are 0. [Webhooks](/docs/webhooks) says how events are ' +
      'signed, attempted and sent again.',
    table(
      ['Type', 'Cause', 'Since'],
      all.map(([type, { cause, since }]) => [linked(type), cause, since]),
    ),
    ...all.map(section),
    '',
  ].join('\n\n'),
});
