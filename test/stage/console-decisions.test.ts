/** Decisions of a reviewer in a browser, before a stage that the test plays: by keyboard, and when they fail. */
import { expect, it } from 'vitest';
import { rejection } from '../../bin/operator/rejection.ts';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { playedConsole } from './played/console.ts';
import { playedAlbum, playedRelease, playedRequest, playedRow } from './played/release.ts';

const at = '2026-11-05T10:00:00.000Z';
const decided = (decision: string, actor = 'operator ada') => [
  { at, decision, actor, 'actor-name': null, reason: null, warnings: [] },
];
const approved = { id: '1', status: 'sent' as const, warnings: [] };
const page = (items = [playedRow()]) => ({ items, after: null, 'all-searched': true });

describeInBrowser('decisions in the console', (browser) => {
  const { open, press, text, click, ...played } = playedConsole(browser, {
    'list-reviews': () => page(),
    'show-request': () => playedRequest(),
    'show-release': () => playedRelease(),
    'show-album': () => playedAlbum(),
  });
  const focused = () =>
    browser.evaluate('document.activeElement.innerText || document.activeElement.tagName');

  const toggleGoingOn = () => browser.evaluate("document.querySelector('header.bar input').click()");

  async function openDialog(key: 'a' | 'r' | 'q'): Promise<void> {
    await open('#/release/1.2');
    await eventually(() => text('header.bar')).toMatch(/Approve|Return/);
    await press(key);
    await eventually(() => text('dialog h2')).toContain('“Night Bus”');
  }

  it('repeats a rejected decision by Enter, and reaches its other controls by Tab', async () => {
    played.plays({
      'approve-request': () => {
        throw rejection('album_incomplete', 'The album has no cover.');
      },
    });
    await openDialog('a');
    await press('Enter');
    await eventually(() => text('dialog .fault')).toBe('Night Bus: The album has no cover.');
    expect(await focused()).toMatch(/^Approve/);
    await press('Tab');
    expect(await focused()).toBe('Cancel');
    await press('Shift+Tab');
    await press('Enter');
    await eventually(() => played.ran('approve-request').length).toBe(2);
    await eventually(() => text('dialog .fault')).toContain('no cover');
    played.plays({
      'approve-request': () => approved,
      'show-request': () => playedRequest({ status: 'sent' }),
    });
    await press('Enter');
    await eventually(() => text('.said')).toBe('Approved “Night Bus”.');
  });

  it('closes by Enter when another reviewer was faster', async () => {
    played.plays({
      'approve-request': () => {
        throw rejection('distribution_request_not_open', 'The request is not open.');
      },
    });
    await openDialog('a');
    played.plays({
      'show-request': () =>
        playedRequest({ status: 'rejected', decisions: decided('rejected', 'operator bob') }),
    });
    await press('Enter');
    await eventually(() => text('dialog .fault')).toContain('It is rejected: operator bob decided at');
    expect(await focused()).toBe('Close');
    await press('Enter');
    await eventually(() => text('dialog')).toBe('');
  });

  it.each([
    [
      'has happened',
      playedRequest({ status: 'sent', decisions: decided('approved') }),
      '.said',
      'The response was lost, but it is approved: operator ada decided at 2026-11-05 10:00 UTC.',
    ],
    [
      'has not happened',
      playedRequest(),
      'dialog .fault',
      'The response was lost. The request is still pending, so you can decide again.',
    ],
  ])('looks up a decision whose response is lost, and which %s', async (_, request, place, sentence) => {
    const lost = (route: {
      abort(): Promise<void>;
      continue(): Promise<void>;
      request(): { postData(): string | null };
    }) => (route.request().postData()?.includes('approve-request') ? route.abort() : route.continue());
    // A page that is already open can send a request before the browser stops it.
    await browser.page.route('**/run', lost);
    await openDialog('a');
    played.plays({ 'show-request': () => request });
    await press('Enter');
    await eventually(() => text(place)).toContain(sentence);
    await browser.page.unroute('**/run');
  });

  it('chooses a common reason by its digit, and rejects by Ctrl+Enter', async () => {
    played.plays({ 'reject-request': () => ({ id: '1', status: 'rejected' }) });
    await openDialog('r');
    await eventually(() => text('dialog')).toContain('The audio is silent.');
    await press('2');
    expect(await browser.evaluate("document.querySelector('dialog textarea').value")).toBe(
      'The audio is silent.',
    );
    // In the text, it is a character.
    await press('1');
    await press('Control+Enter');
    await eventually(() => played.ran('reject-request')).toEqual([
      { id: '1', reason: 'The audio is silent.1', seen: '0-0-5f8d1c2b' },
    ]);
  });

  it('opens the next request after a decision, unless the reviewer has turned that off', async () => {
    const [first, second] = [playedRow(), playedRow({ id: '11', album: '12', title: 'Second' })];
    played.plays({
      'list-reviews': () => page([first, second]),
      'approve-request': () => approved,
      'show-request': ({ id }) => playedRequest({ id: String(id), album: id === '1' ? '2' : '12' }),
      'show-release': ({ id }) =>
        playedRelease({ id: String(id), title: id === '2' ? 'Night Bus' : 'Second' }),
    });
    const approve = async () => {
      await press('a');
      await eventually(() => text('dialog h2')).toContain('Approve');
      await press('Enter');
    };
    await open('#/reviews');
    await eventually(() => text('.rows')).toContain('Second');
    await press('Enter');
    await eventually(() => text('header.bar')).toContain('Approve');
    await approve();
    await eventually(() => text('h2')).toBe('Second');
    await eventually(() => text('header.bar')).toContain('Approve');
    expect(await text('.said')).toBe('Approved “Night Bus”.');
    await toggleGoingOn();
    played.plays({ 'show-request': () => playedRequest({ id: '11', album: '12', status: 'sent' }) });
    await approve();
    await eventually(() => text('.said')).toBe('Approved “Second”.');
    expect(await text('h2')).toBe('Second');
    await toggleGoingOn();
  });

  it('continues when the local stage responds again', async () => {
    await browser.page.route('**/run', (route) => route.abort());
    await open('#/reviews');
    await eventually(() => text('.fault')).toContain(
      'The local stage does not respond. If it has ended, start it with npm start',
    );
    await browser.page.unroute('**/run');
    await click('Try again');
    // Before the page refreshes anyway.
    await eventually(() => text('.fault'), 12_000).toBe('');
  });

  it('continues automatically when the local stage responds again', async () => {
    await browser.page.route('**/run', (route) => route.abort());
    await open('#/commands');
    await eventually(() => text('.fault')).toContain('The local stage does not respond.');
    await browser.page.unroute('**/run');
    await browser.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await eventually(() => text('.fault'), 12_000).toBe('');
  });
});
