/** States of the page of a release while a reviewer decides. */
import { described } from '../console.ts';
import { playedAlbum, playedRelease, playedRequest } from '../release.ts';
import { failing, never, type PlayedPages } from './page.ts';

const warned = (order: number, id: string) => ({
  code: 'audio_heard' as const,
  detail: `Track 1.${order}: It begins with silence.`,
  pointer: '/data/meta/audio',
  record: { type: 'tracks', id },
});

const at = '2026-11-05T10:00:00.000Z';
const release = {
  'show-request': () => playedRequest(),
  'show-release': () => playedRelease(),
  'show-album': () => playedAlbum(),
};

export const decisionsPages: PlayedPages = {
  'a release that is about to be approved': {
    fragment: '#/release/1.2',
    plays: { ...release, 'approve-request': failing },
    async act({ press, settled }) {
      await press('a');
      await settled();
      await press('Enter');
    },
  },
  'a request that is about to be rejected without usual reasons': {
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
  'a release with warnings that is about to be approved': {
    fragment: '#/release/1.2',
    plays: {
      ...release,
      'show-request': () => playedRequest({ validation: { problems: [], warnings: [warned(1, '3')] } }),
    },
    act: ({ press }) => press('a'),
  },
};
