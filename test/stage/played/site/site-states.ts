/** States of the pages of the documentation. */
import type { TestBrowser } from '../../browser.ts';
import type { PlayedSite, Replies } from './played-site.ts';

type Site = PlayedSite & { readonly browser: TestBrowser };

export interface SiteState {
  readonly path: string;
  readonly replies?: Replies;
  /** What a person does before the page is compared. */
  readonly act?: (site: Site) => Promise<unknown>;
}

const at = '2026-11-01T10:00:00.000Z';
const listOf = (...data: readonly object[]) => ({ body: { data, links: { next: null } } });
const albumsOf = (data: readonly object[], pages = 1) => ({
  body: { data, meta: { page: { 'last-page': pages, total: data.length * pages } } },
});
const listed = (id: string, title: string) => ({
  id,
  attributes: { title, 'last-status': 'delivered' },
});
const dsp = (id: string) => ({ dsp: { data: { type: 'dsps', id } } });
const play = (date: string, country: string, plays: number) => ({
  id: `${date}${country}`,
  attributes: { date, country, plays },
  relationships: dsp('1'),
});
const delivery = (id: string, attributes: object, report: object | null) => ({
  id,
  attributes: { type: 'delivery', status: 'sent', date: at, errors: null, ...attributes },
  meta: { 'last-error': 'The store did not respond.', report },
  relationships: dsp(id),
});

const signsIn: Replies = { 'POST /oauth/token': () => ({ body: { access_token: 'secret' } }) };
const reads: Replies = {
  ...signsIn,
  'POST /auth/logout': () => ({ status: 204 }),
  'GET /api/v1/albums': () => albumsOf([listed('1001', 'Night Bus'), listed('1002', 'Day Bus')], 2),
  'GET /api/v1/albums/1001': () => ({
    body: {
      data: {
        id: '1001',
        attributes: { title: 'Night Bus', 'last-status': 'in_review' },
        meta: {
          'live-since': [
            { dsp: '1', since: at },
            { dsp: '9', since: null },
          ],
        },
      },
    },
  }),
  'GET /api/v1/distribution-requests': () =>
    listOf({
      id: '1',
      attributes: { 'request-type': 'delivery', date: '2026-10-30', status: 'preapproved' },
      meta: { reason: 'Blurred.' },
    }),
  'GET /api/v1/deliveries': () =>
    listOf(
      delivery('1', {}, { outcome: 'completed', at, reason: 'Published.' }),
      delivery('9', { errors: 'The store denied it.' }, null),
    ),
  'GET /api/v1/albums/1001/trends': () => listOf(play('2026-10-01', 'DE', 1200), play('2026-10-02', 'FR', 7)),
  'GET /api/v1/dsps': () => listOf({ id: '1', attributes: { name: 'Melodeon' } }),
};
const signIn = ({ click }: Site) => click('Sign in');

const offers: Replies = {
  ...signsIn,
  'GET /labels': () =>
    listOf({ id: '7', attributes: { name: 'Blue' } }, { id: '8', attributes: { name: 'Red' } }),
  'GET /albums': () => listOf({ id: '1001', attributes: { title: 'Night Bus' } }),
  'GET /albums/1001': () => ({ body: { data: { id: '1001', attributes: { title: 'Day Bus' } } } }),
  'POST /albums': () => ({ status: 201, etag: '"1"', body: { data: { id: '1003', type: 'albums' } } }),
};
const openForm =
  (...more: readonly ((site: Site) => Promise<unknown>)[]) =>
  async (site: Site) => {
    await site.click('Try it');
    await site.settled();
    for (const each of more) {
      await each(site);
      await site.settled();
    }
  };
const FIRST = "document.querySelector('.try-out')";
const setBody = (text: string) => (site: Site) =>
  site.browser.evaluate(`(() => {
    const body = ${FIRST}.querySelector('label > textarea');
    body.value = ${JSON.stringify(text)};
    body.dispatchEvent(new Event('input'));
  })()`);
const chooseOperation = ({ browser }: Site) =>
  browser.evaluate(`(() => {
    const choice = ${FIRST}.querySelector('label > select');
    choice.value = 'updateAlbum';
    choice.dispatchEvent(new Event('change'));
  })()`);
const openChoice = (name: string) => async (site: Site) => {
  await site.browser.evaluate(
    `document.getElementById([...${FIRST}.querySelectorAll('label')].find((each) => each.textContent.startsWith('${name}')).htmlFor).focus()`,
  );
  await site.press('ArrowDown');
  await site.settled();
  await site.press('ArrowDown');
};

export const siteStates: Readonly<Record<string, SiteState>> = {
  'the start page': { path: '/docs/' },
  'a page that does not exist': { path: '/docs/nothing' },
  'a narrow page with its menu open': {
    path: '/docs/forms',
    async act({ browser, click }) {
      await browser.size(390);
      await click('Menu');
    },
  },
  'a search before it': { path: '/docs/', act: ({ press }) => press('/') },
  'a search with results': {
    path: '/docs/',
    async act({ browser, press, settled }) {
      await press('/');
      await settled();
      await browser.page.keyboard.insertText('part');
    },
  },
  'a search without results': {
    path: '/docs/',
    async act({ browser, press, settled }) {
      await press('Control+k');
      await settled();
      await browser.page.keyboard.insertText('zebra');
    },
  },
  'a page with an error': {
    path: '/docs/album',
    replies: { ...signsIn, 'GET /api/v1/albums': () => albumsOf([{ id: '1001' }]) },
    async act(site) {
      await site.browser.evaluate("addEventListener('error', (event) => event.preventDefault())");
      await signIn(site);
    },
  },
  'an album before the sign-in': { path: '/docs/album?id=1001' },
  'a sign-in that is rejected': {
    path: '/docs/album',
    replies: {
      'POST /oauth/token': () => ({ status: 401, body: { errors: [{ detail: 'The password is wrong.' }] } }),
    },
    act: signIn,
  },
  'an album': { path: '/docs/album?id=1001', replies: reads, act: signIn },
  'an album that was not sent': {
    path: '/docs/album?id=1001',
    replies: {
      ...reads,
      'GET /api/v1/albums/1001': () => ({
        body: {
          data: {
            id: '1001',
            attributes: { title: 'Night Bus', 'last-status': 'draft' },
            meta: { 'live-since': [] },
          },
        },
      }),
      'GET /api/v1/distribution-requests': () => listOf(),
      'GET /api/v1/deliveries': () => listOf(),
      'GET /api/v1/albums/1001/trends': () => listOf(),
    },
    act: signIn,
  },
  'an album that cannot be read': {
    path: '/docs/album?id=x',
    replies: { ...reads, 'GET /api/v1/albums': () => ({ status: 500, body: {} }) },
    act: signIn,
  },
  'a user without albums': {
    path: '/docs/album',
    replies: { ...reads, 'GET /api/v1/albums': () => albumsOf([]) },
    act: signIn,
  },
  'a session that has ended': {
    path: '/docs/album?id=1001',
    replies: { ...reads, 'GET /api/v1/dsps': () => ({ status: 401, body: {} }) },
    act: signIn,
  },
  'a form': { path: '/docs/forms', act: openForm() },
  'a form without a token': {
    path: '/docs/forms',
    act: ({ browser }) => browser.evaluate("document.querySelectorAll('.try-out summary')[1].click()"),
  },
  'a request that was copied': { path: '/docs/forms', act: openForm(({ click }) => click('Copy')) },
  'a form of a signed-in user': { path: '/docs/forms', replies: offers, act: openForm(signIn) },
  'a form of a user without records': {
    path: '/docs/forms',
    replies: { ...signsIn, 'GET /labels': () => listOf() },
    act: openForm(signIn),
  },
  'a form with all fields': {
    path: '/docs/forms',
    act: openForm(({ click }) => click('Show 1 more field')),
  },
  'a form of an update': { path: '/docs/forms', replies: offers, act: openForm(signIn, chooseOperation) },
  'a body that is not JSON': { path: '/docs/forms', act: openForm(setBody('{')) },
  'an id of another form': {
    path: '/docs/forms',
    act: openForm(
      setBody('{"data":{"relationships":{"label":{"data":{"id":"x"}},"genre":{"data":{"id":"y"}}}}}'),
    ),
  },
  'a choice of values': { path: '/docs/forms', act: openForm(openChoice('moods')) },
  'a choice of records': { path: '/docs/forms', replies: offers, act: openForm(signIn, openChoice('label')) },
  'a response': {
    path: '/docs/forms',
    replies: offers,
    act: openForm(signIn, ({ click }) => click('Send')),
  },
  'a long response': {
    path: '/docs/forms',
    replies: {
      ...offers,
      'POST /albums': () => ({ body: { data: Array.from({ length: 8000 }, (_, id) => id) } }),
    },
    act: openForm(signIn, ({ click }) => click('Send')),
  },
};

/** A page that waits for a response does not settle. */
export const waitingStates: Readonly<Record<string, SiteState & { readonly until: string }>> = {
  'a form that sends': {
    path: '/docs/forms',
    replies: { ...offers, 'POST /albums': () => undefined },
    async act(site) {
      await openForm(signIn)(site);
      await site.click('Send');
    },
    until: 'Sending',
  },
};
