/** States of the list of requests. */
import { described } from '../console.ts';
import { playedRow } from '../release.ts';
import { cover } from './cover.ts';
import { failing, never, type PlayedPages } from './page.ts';

const pageOf = (...items: ReturnType<typeof playedRow>[]) => ({ items, after: null, 'all-searched': true });
const counts = { 'to-review': 12, held: 3, waiting: 0, preapproved: 1, 'all-counted': true };

export const requestsPages: PlayedPages = {
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
  'a stage that does not respond': {
    fragment: '#/reviews',
    plays: { 'describe-stage': failing, 'list-reviews': () => pageOf() },
  },
  'a stage of another version': {
    fragment: '#/reviews',
    plays: {
      'describe-stage': () => ({ ...described, commands: [...described.commands, 'sing' as never] }),
      'list-reviews': () => pageOf(),
    },
  },
  'requests of which it is not known yet what was found': {
    fragment: '#/reviews',
    plays: { 'list-reviews': () => pageOf(playedRow()), 'show-request': never },
    act: ({ press }) => press('a'),
    until: 'Loading the findings…',
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
