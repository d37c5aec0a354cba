/** States of the page of a release. */
import {
  playedAlbum,
  playedMatch,
  playedRelease,
  playedRequest,
  playedSound,
  playedTrack,
} from '../release.ts';
import { cover } from './cover.ts';
import { failing, type PlayedPages } from './page.ts';

const at = '2026-11-05T10:00:00.000Z';
const heard = playedSound({ 'silence-at-start': 2, clipping: 3 });
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

export const releasesPages: PlayedPages = {
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
  'audio while it is drawn': {
    fragment: '#/release/1.2',
    plays: release,
    serves: () => {},
    act: ({ click }) => click('Draw the waveform'),
    until: 'Drawing…',
  },
};
