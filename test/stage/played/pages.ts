/** States of the pages of the console, in which each of their expressions shows something. */
import type { RequestListener } from 'node:http';
import { rejection } from '../../../bin/operator/rejection.ts';
import type { CommandName, ResultOf, SentTo } from '../../../shared/service/commands/list.ts';
import type { TestBrowser } from '../browser.ts';
import { described, type PlayedConsole } from './console.ts';
import {
  playedEndpoint,
  playedImport,
  playedListedAlbum,
  playedOrganization,
  playedPayment,
  playedStatus,
  playedUser,
} from './operators.ts';
import { playedAlbum, playedMatch, playedRelease, playedRequest, playedRow, playedTrack } from './release.ts';

export interface PlayedPage {
  readonly fragment: string;
  readonly plays: { [N in CommandName]?: (args: SentTo<N>) => ResultOf<N> | Promise<ResultOf<N>> };
  /** What a person does before the page is compared. */
  readonly act?: (console: PlayedConsole & { readonly browser: TestBrowser }) => Promise<unknown>;
  /** Responds to requests of covers and audio. Without it, there are none. */
  readonly serves?: RequestListener;
  /** A text that it shows then, where a response does not come. */
  readonly until?: string;
}

const at = '2026-11-05T10:00:00.000Z';
const pageOf = (...items: ReturnType<typeof playedRow>[]) => ({ items, after: null, 'all-searched': true });
const counts = { 'to-review': 12, held: 3, waiting: 0, preapproved: 1, 'all-counted': true };

const customers = {
  'show-organization': () =>
    playedOrganization({
      users: [
        playedUser(),
        playedUser({ id: '7', email: 'bob@blue.example', role: 'artist', disabled: true }),
      ],
      endpoints: [
        playedEndpoint(),
        playedEndpoint({
          id: '21',
          'failing-since': at,
          failure: 'It responded with 500.',
          'consecutive-failures': 3,
        }),
        playedEndpoint({ id: '22', active: false, 'disabled-at': at, 'disabled-by': 'failures' }),
        playedEndpoint({ id: '23', active: false }),
      ],
    }),
  'list-albums': () => ({
    items: [playedListedAlbum(), playedListedAlbum({ id: '3', tracks: 2 })],
    after: '3',
  }),
};

const money = {
  'list-payments': () => ({
    user: '6',
    email: 'ada@blue.example',
    balances: [{ currency: 'EUR', earned: '12.50', paid: '5.00', balance: '7.50' }],
    items: [
      playedPayment(),
      playedPayment({ id: '31', reference: 'PAY-2', status: 'failed', reason: 'Wrong account.' }),
    ],
    after: '31',
  }),
  'pay-royalties': () => ({
    'user-id': '6',
    period: '2026-10',
    date: '2026-11-06',
    amount: '7.50',
    currency: 'EUR',
    status: 'paid' as const,
    reference: 'PAY-3',
    balance: '7.50',
    'balance-after': '0',
    'already-recorded': false,
    summary: 'Nothing is open then.',
  }),
};

async function fillPayment({ fill, click }: PlayedConsole): Promise<void> {
  const fields = ['2026-10', '7.50', 'EUR', 'PAY-3'];
  for (const [index, value] of fields.entries())
    await fill(`form.command label:nth-of-type(${index + 1}) input`, value);
  await click('Preview the payment');
}

const given = (kind: string, repair: string) => ({ kind, 'dead-letters': 2, repair });
const busy = playedStatus({
  'given-up': [given('Changes', 'redrive-changes'), given('Events', 'aws sqs purge-queue')],
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

const never = () => new Promise<never>(() => {});
const failing = (): never => {
  throw rejection('stage_failed', 'The stage does not respond.');
};

/** A picture of one pixel. */
const cover: RequestListener = (_, response) =>
  void response
    .setHeader('content-type', 'image/gif')
    .end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));

const heard = {
  status: 'completed' as const,
  error: null,
  duration: 61,
  'sample-rate': 44_100,
  channels: 2,
  loudness: -14,
  peak: -1,
  'silence-at-start': 2,
  'silence-at-end': 0,
  clipping: 3,
  warnings: [],
  format: null,
  'bit-depth': null,
};
const offsets = [{ start: 1, end: 20, 'matched-start': 5, 'matched-end': 24 }];
const warned = (order: number, id: string) => ({
  code: 'audio_heard' as const,
  detail: `Track 1.${order}: It begins with silence.`,
  pointer: '/data/meta/audio',
  record: { type: 'tracks', id },
});
const release = {
  'show-request': () => playedRequest(),
  'show-release': () => playedRelease(),
  'show-album': () => playedAlbum(),
};

export const playedPages: Readonly<Record<string, PlayedPage>> = {
  'an organization': {
    fragment: '#/customers/5',
    plays: customers,
    act: ({ click }) => click('Capabilities'),
  },
  'an organization with nothing': {
    fragment: '#/customers/5',
    plays: {
      'show-organization': () => playedOrganization({ users: [], endpoints: [] }),
      'list-albums': () => ({ items: [], after: null }),
      history: () => ({
        items: [
          {
            at,
            kind: 'change',
            what: 'created',
            type: 'albums',
            id: '2',
            name: 'Night Bus',
            album: '2',
            actor: null,
            detail: null,
            arguments: null,
          },
        ],
        after: null,
      }),
    },
    act: ({ click }) => click('Show what happened'),
  },
  'an organization that cannot be read': {
    fragment: '#/customers/5',
    plays: { 'show-organization': failing },
  },
  'a user who is about to be disabled': {
    fragment: '#/customers/5',
    plays: customers,
    async act({ click, settled }) {
      await click('Disable');
      await settled();
      await click('Disable ada@blue.example');
    },
  },
  customers: {
    fragment: '#/customers',
    plays: {
      'list-organizations': () => ({ items: [{ id: '5', name: 'Blue Room', 'created-at': at }], after: '5' }),
      'find-user': () => ({
        ...playedUser(),
        lastname: null,
        sessions: 1,
        organization: '5',
        'created-at': at,
      }),
    },
    async act({ fill, click, settled }) {
      await fill('input[type=search]', '6');
      await click('Find');
      await settled();
      await fill('input[type=search]', 'blue');
    },
  },
  'customers that cannot be listed': { fragment: '#/customers', plays: { 'list-organizations': failing } },
  balances: {
    fragment: '#/money',
    plays: {
      'list-balances': () => ({
        items: [
          {
            user: '6',
            email: 'ada@blue.example',
            organization: '5',
            'organization-name': 'Blue Room',
            currency: 'EUR',
            earned: '12.50',
            paid: '5.00',
            balance: '7.50',
          },
        ],
        after: '6',
      }),
    },
  },
  'no balances': { fragment: '#/money', plays: { 'list-balances': () => ({ items: [], after: null }) } },
  'balances that cannot be listed': { fragment: '#/money', plays: { 'list-balances': failing } },
  'balances while they are loaded': {
    fragment: '#/money',
    plays: { 'list-balances': never },
    until: 'Loading',
  },
  'a payment that is previewed': { fragment: '#/money/6', plays: money, act: fillPayment },
  'a payment that is rejected': {
    fragment: '#/money/6',
    plays: { ...money, 'pay-royalties': failing },
    act: fillPayment,
  },
  'a payment that is about to be voided': {
    fragment: '#/money/6',
    plays: money,
    act: ({ click }) => click('Void'),
  },
  'money of nobody': {
    fragment: '#/money/6',
    plays: {
      'list-payments': () => ({ user: '6', email: 'ada@blue.example', balances: [], items: [], after: null }),
    },
  },
  'balances that cannot be read': {
    fragment: '#/money/6',
    plays: {
      'list-payments': () => ({
        user: '6',
        email: 'ada@blue.example',
        balances: null,
        items: [],
        after: null,
      }),
    },
  },
  reports: {
    fragment: '#/reports',
    plays: {
      'list-imports': () => ({
        items: [
          playedImport(),
          playedImport({ name: 'running.csv', state: 'running', progress: 40, 'finished-at': null }),
          playedImport({
            name: 'bad.csv',
            state: 'refused',
            reason: 'It has no header.',
            rejected: 2,
            unmatched: 3,
          }),
        ],
        after: null,
      }),
    },
  },
  'no reports': { fragment: '#/reports', plays: { 'list-imports': () => ({ items: [], after: null }) } },
  'reports that cannot be listed': { fragment: '#/reports', plays: { 'list-imports': failing } },
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
  commands: { fragment: '#/commands', plays: {} },
  'a command': { fragment: '#/commands/connect-store', plays: {} },
  'a command with a switch and values': { fragment: '#/commands/set-capabilities', plays: {} },
  'a command that failed': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': failing },
    act: ({ click }) => click('Run count-reviews'),
  },
  'a command that does not exist': { fragment: '#/commands/sing', plays: {} },
  requests: {
    fragment: '#/reviews',
    serves: cover,
    plays: {
      'count-reviews': () => counts,
      'list-reviews': () => ({
        items: [
          playedRow({ 'has-artwork': true, 'looked-at-by': ['operator ada'] }),
          playedRow({ id: '11', album: '21', missing: 1, warnings: 3, tracks: 2, notes: ['No cover.'] }),
          playedRow({ id: '12', album: null, title: null }),
        ],
        after: '12',
        'all-searched': false,
      }),
    },
    async act({ browser, click }) {
      await browser.evaluate("document.querySelector('.rows input').click()");
      await click('Blue Room');
    },
  },
  'rejected requests': {
    fragment: '#/reviews/rejected',
    plays: {
      'list-reviews': () =>
        pageOf(
          playedRow({
            decided: { decision: 'rejected', actor: 'user 6', 'actor-name': 'Ada', reason: 'Blurred.' },
          }),
        ),
    },
  },
  'failed requests': { fragment: '#/reviews/failed', plays: { 'list-reviews': () => pageOf(playedRow()) } },
  'no requests': { fragment: '#/reviews', plays: { 'list-reviews': () => pageOf() } },
  'requests that cannot be listed': { fragment: '#/reviews', plays: { 'list-reviews': failing } },
  'requests while they are loaded': {
    fragment: '#/reviews',
    plays: { 'list-reviews': never },
    until: 'Loading',
  },
  'requests that are about to be rejected': {
    fragment: '#/reviews',
    plays: {
      'list-reviews': () => pageOf(playedRow(), playedRow({ id: '11' })),
      'reject-request': failing,
      'show-request': failing,
    },
    async act({ browser, click, press, settled }) {
      for (const index of [0, 1])
        await browser.evaluate(`document.querySelectorAll('.rows input')[${index}].click()`);
      await click('Reject them');
      await settled();
      await press('1');
      await press('Control+Enter');
    },
  },
  'a release': {
    fragment: '#/release/1.2',
    serves: cover,
    plays: {
      'show-request': () =>
        playedRequest({
          differences: ['The title is new.'],
          changes: [{ at, actor: 'user 6', what: 'title' }],
          decisions: [
            {
              at,
              decision: 'rejected',
              actor: 'service',
              'actor-name': null,
              reason: 'Blurred.',
              warnings: [],
            },
          ],
          tracks: [
            {
              id: '3',
              title: 'Bus',
              disc: 1,
              order: 1,
              audio: null,
              matches: [playedMatch({ 'time-offsets': offsets })],
            },
          ],
          validation: { problems: [], warnings: [warned(1, '3'), warned(2, '4'), warned(2, '4')] },
        }),
      'show-release': () =>
        playedRelease({
          'has-artwork': true,
          'upc-code': '4006381333931',
          tracks: [
            playedTrack({ version: 'Live', 'is-explicit': true, 'isrc-code': 'DEXX12600001', heard }),
            playedTrack({ id: '4', order: 2, 'is-video': true, 'has-audio': false }),
          ],
        }),
      'show-album': () =>
        playedAlbum({
          missing: ['It has no genre.'],
          history: [
            {
              at,
              what: 'delivery requested',
              id: '1',
              actor: 'user 6',
              'actor-name': 'Ada',
              detail: 'Again',
            },
          ],
        }),
    },
    async act({ browser, settled }) {
      await browser.evaluate(
        "[...document.querySelectorAll('details')].forEach((each) => { each.open = true; })",
      );
      await settled();
    },
  },
  'a release that is about to be approved': {
    fragment: '#/release/1.2',
    plays: { ...release, 'approve-request': failing },
    async act({ press, settled }) {
      await press('a');
      await settled();
      await press('Enter');
    },
  },
  'a release without its request': { fragment: '#/release/.2', plays: release },
  'a release that cannot be read': {
    fragment: '#/release/1.2',
    plays: { 'show-release': failing, 'show-request': failing, 'show-album': failing },
  },
  'a request of a deleted album': {
    fragment: '#/release/1',
    plays: {
      ...release,
      'show-request': () => playedRequest({ album: null, status: 'error', 'files-not-read': ['artwork'] }),
    },
  },
  'a request that was delivered': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-release': () =>
        playedRelease({
          tracks: Array.from({ length: 30 }, (_, index) =>
            playedTrack({ id: `${100 + index}`, order: index + 1 }),
          ),
        }),
      'show-request': () =>
        playedRequest({
          status: 'sent',
          deliveries: [
            {
              id: '4',
              dsp: '1',
              status: 'sent',
              report: null,
              errors: null,
              'last-error': 'Busy.',
              failure: null,
              attempts: null,
              'next-attempt-at': null,
              resolve: null,
            },
          ],
        }),
    },
  },
  'a stage that does not respond': {
    fragment: '#/reviews',
    plays: { 'describe-stage': failing, 'list-reviews': () => pageOf() },
  },
  'what of a release is damaged': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-request': () =>
        Object.assign(playedRequest(), {
          'cannot-be-read': { count: 1, rows: [{ type: 'deliveries', id: '4', why: 'It lacks rest.' }] },
        }),
      'look-at-request': () => ({ others: ['operator bob'] }) as never,
    },
  },
  'a stage of another version': {
    fragment: '#/reviews',
    plays: {
      'describe-stage': () => ({ ...described, commands: [...described.commands, 'sing' as never] }),
      'list-reviews': () => pageOf(),
    },
  },
  'a command while it runs': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': never },
    act: ({ click }) => click('Run count-reviews'),
    until: 'Running…',
  },
  'what a command returns': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': () => ({ ...counts, nested: { list: [{ a: 1 }] } }) },
    act: ({ click }) => click('Run count-reviews'),
  },
  'lines that are matched again': {
    fragment: '#/reports',
    plays: {
      'list-imports': () => ({ items: [], after: null }),
      'import-usage': (args) => (args.rematch ? ({ matched: 1 } as never) : failing()),
    },
    async act({ browser, click, settled }) {
      await click('Match lines without');
      await click('Match again');
      await settled();
      await browser.page.setInputFiles('input[type=file]', {
        name: 'new.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(''),
      });
      await settled();
      await browser.evaluate("document.querySelector('.drop').dispatchEvent(new DragEvent('dragover'))");
    },
  },
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
  'a payment that was recorded': {
    fragment: '#/money/6',
    plays: money,
    async act(console) {
      await fillPayment(console);
      await console.settled();
      await console.click('Yes, record');
    },
  },
  'a payment while it is recorded': {
    fragment: '#/money/6',
    plays: { ...money, 'pay-royalties': never },
    act: fillPayment,
    until: 'Preview the payment',
  },
  'money that cannot be read': { fragment: '#/money/6', plays: { 'list-payments': failing } },
  'a request that is about to be rejected for a reason of its own': {
    fragment: '#/release/1.2',
    plays: { ...release, 'describe-stage': () => ({ ...described, 'rejection-reasons': [] }) },
    act: ({ press }) => press('r'),
  },
  'a request that is about to be rejected': {
    fragment: '#/release/1.2',
    plays: release,
    act: ({ press }) => press('r'),
  },
  'a request that was rejected': {
    fragment: '#/release/1.2',
    plays: { ...release, 'reject-request': () => ({ id: '1', status: 'rejected' }) },
    async act({ browser, press, settled }) {
      await browser.evaluate("document.querySelector('header.bar input').click()");
      await press('r');
      await settled();
      await press('1');
      await press('Control+Enter');
    },
  },
  'a request while it is approved': {
    fragment: '#/release/1.2',
    plays: { ...release, 'approve-request': never },
    async act({ press, settled }) {
      await press('a');
      await settled();
      await press('Enter');
    },
    until: 'Night Bus',
  },
  'a release that its owner has changed': {
    fragment: '#/release/1.2',
    plays: release,
    async act({ plays, click, press, settled }) {
      await press('a');
      plays({
        'show-album': () =>
          playedAlbum({
            seen: '1-0-5f8d1c2b',
            requests: [
              {
                id: '1',
                type: 'delivery',
                status: 'pending',
                'created-at': at,
                since: at,
                reason: null,
                dsps: [],
              },
            ],
            history: [
              { at, what: 'release changed', id: '1', actor: 'user 6', 'actor-name': 'Ada', detail: 'Title' },
            ],
          }),
        'show-release': () => playedRelease({ seen: '1-0-5f8d1c2b' }),
        'show-request': () => playedRequest({ seen: '1-0-5f8d1c2b' }),
      });
      await settled();
      await click('Cancel');
      await settled();
    },
  },
  'an ISRC that was copied, and audio that cannot be read': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-release': () => playedRelease({ tracks: [playedTrack({ 'isrc-code': 'DEXX12600001', heard })] }),
    },
    async act({ browser, click, settled }) {
      await click('Draw the waveform');
      await settled();
      await browser.evaluate("document.querySelector('.copied button').click()");
    },
  },
  'a track that is not found': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-release': () =>
        playedRelease({
          tracks: Array.from({ length: 30 }, (_, index) =>
            playedTrack({ id: `${100 + index}`, order: index + 1 }),
          ),
        }),
    },
    async act({ browser, press }) {
      await press('g');
      await browser.page.keyboard.insertText('nothing');
      await press('Enter');
    },
  },
  'a release with warnings that is about to be approved': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-request': () => playedRequest({ validation: { problems: [], warnings: [warned(1, '3')] } }),
    },
    act: ({ press }) => press('a'),
  },
  'requests of which it is not known yet what was found': {
    fragment: '#/reviews',
    plays: { 'list-reviews': () => pageOf(playedRow()), 'show-request': never },
    act: ({ press }) => press('a'),
    until: 'Loading what was found…',
  },
  'requests that were rejected': {
    fragment: '#/reviews',
    plays: {
      'count-reviews': () => counts,
      'list-reviews': () => pageOf(playedRow()),
      'reject-request': () => ({ id: '1', status: 'rejected' }),
    },
    async act({ plays, press, settled }) {
      plays({ 'count-reviews': () => ({ ...counts, 'to-review': 11 }) });
      await press('r');
      await settled();
      await press('1');
      await press('Control+Enter');
    },
  },
  'more requests while they are loaded': {
    fragment: '#/reviews',
    plays: { 'list-reviews': () => ({ items: [playedRow()], after: '1', 'all-searched': true }) },
    async act({ plays, click }) {
      plays({ 'list-reviews': never });
      await click('Show more');
    },
    until: 'Night Bus',
  },
  'audio while it is drawn': {
    fragment: '#/release/1.2',
    plays: release,
    serves: () => {},
    act: ({ click }) => click('Draw the waveform'),
    until: 'Drawing…',
  },
  'a page with an error': {
    fragment: '#/commands',
    plays: { 'list-reviews': () => ({ items: [{} as never], after: null, 'all-searched': true }) },
    act: ({ browser }) =>
      browser.evaluate(
        "addEventListener('error', (event) => event.preventDefault()); location.hash = '#/reviews'",
      ),
  },
  'covers of two owners, of whom one has a slow server': {
    fragment: '#/reviews',
    serves: () => {},
    plays: {
      'list-reviews': () =>
        pageOf(
          playedRow({ 'has-artwork': true }),
          playedRow({ 'has-artwork': true, id: '11', album: '21' }),
          playedRow({ 'has-artwork': true, id: '12', album: '22', user: '7' }),
        ),
    },
    until: 'Night Bus',
  },
};
