/** States of the page of customers. */
import { playedEndpoint, playedListedAlbum, playedOrganization, playedUser } from '../operators.ts';
import { failing, type PlayedPages } from './page.ts';

const at = '2026-11-05T10:00:00.000Z';
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
  'set-capabilities': () => ({ capabilities: ['video'] }) as never,
};

export const customersPages: PlayedPages = {
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
    plays: { 'show-organization': failing, 'list-albums': failing },
  },
  'an organization whose albums cannot be read': {
    fragment: '#/customers/5',
    plays: { ...customers, 'list-albums': failing },
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
};
