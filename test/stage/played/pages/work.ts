/** States of the page of what waits, fails and was given up. */
import { playedStatus } from '../operators.ts';
import { failing, never, type PlayedPages } from './page.ts';

const at = '2026-11-05T10:00:00.000Z';
const given = (kind: string, repair: string) => ({ kind, 'dead-letters': 2, repair });
const busy = playedStatus({
  'given-up': [
    given('Changes', 'redrive-changes'),
    given('store-delivery', 'redrive-work Store'),
    given('Events', 'aws sqs purge-queue'),
  ],
  queues: [{ queue: 'Webhooks', waiting: 3 }],
  work: [
    { kind: 'event', waiting: 2, running: 0, scheduled: 0, failing: 1, stopped: 0, 'oldest-waiting': at },
    { kind: 'report', waiting: 0, running: 0, scheduled: 0, failing: 0, stopped: 0, 'oldest-waiting': null },
  ],
  records: [{ what: 'requests to review', count: 2, oldest: '1', since: at }],
  'failing-endpoints': [
    {
      id: '20',
      user: '6',
      host: 'blue.example',
      since: at,
      failure: 'It responded with 500.',
      'failed-at': at,
    },
  ],
  codes: [{ codes: 'isrc', prefix: 'DEXX1', taken: 10, left: 90 }],
  'all-counted': false,
});
const letters = {
  'about-in-all': 9,
  letters: [{ id: 'a1', 'sent-at': at, reason: 'It cannot be read.' }],
};

export const workPages: PlayedPages = {
  'work that waits': {
    fragment: '#/work',
    plays: {
      status: () => busy,
      'list-waiting': () => ({
        items: [{ what: 'request', id: '1', since: at, about: 'Night Bus', resolve: 'show-request' }],
        'all-listed': false,
      }),
      'redrive-changes': () => letters,
    },
    async act({ click, settled }) {
      await click('Look at them');
      await settled();
      await click('Discard');
    },
  },
  'no work': {
    fragment: '#/work',
    plays: { status: () => playedStatus(), 'list-waiting': () => ({ items: [], 'all-listed': true }) },
  },
  'work that cannot be read': { fragment: '#/work', plays: { status: failing, 'list-waiting': failing } },
  'work of which only the status can be read': {
    fragment: '#/work',
    plays: { status: () => busy, 'list-waiting': failing, 'redrive-changes': failing },
    act: ({ click }) => click('Look at them'),
  },
  'work while it is loaded': { fragment: '#/work', plays: { status: never }, until: 'Loading' },
  'dead letters that are redriven': {
    fragment: '#/work',
    plays: {
      status: () => busy,
      'list-waiting': () => ({ items: [], 'all-listed': true }),
      'redrive-changes': (args) =>
        'look' in args
          ? letters
          : { letters: 2, events: 2, failures: [], finished: true, summary: 'Two were sent again.' },
    },
    async act({ click, settled }) {
      await click('Look at them');
      await settled();
      await click('Redrive all');
    },
  },
  'dead letters while they are redriven': {
    fragment: '#/work',
    plays: {
      status: () => busy,
      'list-waiting': () => ({ items: [], 'all-listed': true }),
      'redrive-changes': (args) => ('look' in args ? letters : never()),
    },
    async act({ browser, click, settled }) {
      await click('Look at them');
      await settled();
      await click('Discard');
      await browser.evaluate("[...document.querySelectorAll('.card button')].at(0).focus()");
      await click('Redrive all');
    },
    until: 'Look at them',
  },
};
