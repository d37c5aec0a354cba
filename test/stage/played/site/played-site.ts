/** A small documentation site in a browser, before an API that a test plays. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import type { Files } from '../../../../infra/bundle/files.ts';
import { eventually } from '../../../support/hand-made.ts';
import type { TestBrowser } from '../../browser.ts';
import { settlingOf } from '../../settling.ts';

/** What the API responds; nothing, if its response does not come. */
type Reply = { readonly status?: number; readonly body?: unknown; readonly etag?: string } | undefined;

/** By method and path, such as `GET /albums`. */
export type Replies = Readonly<Record<string, (query: URLSearchParams) => Reply>>;

export interface PlayedSite {
  /** @param path such as `/docs/album`. */
  readonly open: (path: string, replies: Replies) => Promise<void>;
  readonly settled: () => Promise<unknown>;
  readonly sent: () => readonly string[];
  /** @param label how the text of a button, link or summary begins. */
  readonly click: (label: string) => Promise<unknown>;
  readonly press: (key: string) => Promise<void>;
  /** Waits for a text that the page shows. */
  readonly until: (text: string) => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** @param built the files of the site, and those of its operations, by their paths below /docs/. */
export function playedSite(browser: TestBrowser, built: () => Promise<Files>): PlayedSite {
  let files: Files = new Map();
  let server: Server;
  let address = '';
  let replies: Replies = {};
  let sent: string[] = [];
  const { settled } = settlingOf(browser);

  function respondWithFile(path: string, response: ServerResponse): void {
    const name = path === '' ? 'index.html' : path;
    const found = [name, `${name}.html`].find((each) => files.has(each)) ?? '404.html';
    response
      .writeHead(found === '404.html' ? 404 : 200, { 'content-type': types[extname(found)] ?? 'text/plain' })
      .end(files.get(found));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '', address);
    if (pathname.startsWith('/docs/')) return respondWithFile(pathname.slice('/docs/'.length), response);
    const body = await text(request);
    sent = [...sent, [request.method, `${pathname}${search}`, body].filter((each) => each !== '').join(' ')];
    const reply = replies[`${request.method} ${pathname}`];
    const played = reply
      ? reply(searchParams)
      : { status: 404, body: { errors: [{ detail: 'It is not played.' }] } };
    if (!played) return;
    const { status = 200, body: document, etag } = played;
    response
      .writeHead(status, { 'content-type': 'application/vnd.api+json', ...(etag && { etag }) })
      .end(document === undefined ? undefined : JSON.stringify(document));
  }

  beforeAll(async () => {
    files = await built();
    server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    async open(path, more) {
      replies = more;
      sent = [];
      await browser.size(1360);
      await browser.open('about:blank');
      await browser.open(address + path);
      // Its scripts have run then.
      await browser.page.waitForLoadState('domcontentloaded');
      await eventually(() => browser.evaluate("'__vue_app__' in document.querySelector('#app')")).toBe(true);
      await settled();
    },
    settled,
    sent: () => sent,
    click: (label) =>
      browser.evaluate(`[...document.querySelectorAll('button, summary, a')]
        .find((each) => each.checkVisibility() && each.textContent.trim().startsWith(${JSON.stringify(label)})).click()`),
    press: (key) => browser.page.keyboard.press(key),
    until: async (wanted) => {
      await eventually(async () => String(await browser.evaluate('document.body.innerText'))).toContain(
        wanted,
      );
    },
  };
}
