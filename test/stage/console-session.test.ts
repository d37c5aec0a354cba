/** A console that ends and is started again while a reviewer types: the page says so, keeps the text, and sends it once. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { admission } from '../../bin/operator/console/admission.ts';
import { builtPage } from '../../bin/operator/console/built-page.ts';
import { consoleListener } from '../../bin/operator/console/listener.ts';
import { rejection } from '../../bin/operator/rejection.ts';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { consoleIn } from './console-browser.ts';
import { described } from './played/console.ts';
import { playedAlbum, playedRelease, playedRequest, playedRow } from './played/release.ts';

const played: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  'describe-stage': () => described,
  'list-reviews': () => ({ items: [playedRow()], after: null, 'all-searched': true }),
  'show-request': () => playedRequest(),
  'show-release': () => playedRelease(),
  'show-album': () => playedAlbum(),
  'reject-request': () => ({ id: '1', status: 'rejected', warnings: [] }),
};

describeInBrowser('a console that is started again', (browser) => {
  let server: Server | undefined;
  let port = 0;
  const rejected: object[] = [];

  /** @returns the address that the command prints. */
  async function start(): Promise<string> {
    const { token, admit, enter } = admission();
    const listener = consoleListener({
      ...{ admit, enter, base: '', stage: 'played', environment: {}, runsOnMachine: true, page: builtPage },
      async run({ command, args }) {
        if (command === 'reject-request') rejected.push(args);
        const play = played[command];
        if (!play) throw rejection('unknown_command', `No ${command} is played.`);
        return { result: play() };
      },
    });
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
    port = (started.address() as AddressInfo).port;
    return `http://127.0.0.1:${port}/#token=${token}`;
  }

  async function stop(): Promise<void> {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }
  afterAll(stop);

  const { open, press, text, fill } = consoleIn(browser, () => `http://127.0.0.1:${port}/`);
  const decide = () => browser.evaluate("document.querySelector('dialog button.main').click()");
  const typed = () => browser.evaluate("document.querySelector('dialog textarea').value");

  it('says what to do, keeps what was typed in a dialog, and sends it once', async () => {
    await browser.open(await start());
    await eventually(() => text()).toContain('Night Bus');
    await open('#/release/1.2');
    await eventually(() => text('header.bar')).toContain('Approve');
    await press('r');
    await eventually(() => text('dialog h2')).toContain('Night Bus');
    const reason = 'The cover shows another title.';
    await fill('dialog textarea', reason);

    await stop();
    await decide();
    await eventually(() => text('dialog .fault')).toContain(
      `The console is no longer running. Run its command again with --port ${port}, open the address that it prints in another tab, and continue here. What you have typed is kept.`,
    );
    expect(await typed()).toBe(reason);

    const address = await start();
    await decide();
    await eventually(() => text('dialog .fault')).toContain(
      'This page is not signed in. Open the address that the command has printed in another tab, and continue here.',
    );
    expect(await typed()).toBe(reason);
    expect(rejected).toEqual([]);

    const opened = browser.page.waitForEvent('popup');
    await browser.evaluate(`void window.open('${address}')`);
    const other = await opened;
    await eventually(() => other.evaluate('document.body.innerText')).toContain('Night Bus');
    await other.close();
    await decide();
    await eventually(() => text('.said')).toContain('Rejected “Night Bus”.');
    expect(rejected).toEqual([expect.objectContaining({ id: '1', reason })]);
  });
});
