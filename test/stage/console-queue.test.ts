/** The list of requests in a browser, before a stage that the test plays. */
import { expect, it } from 'vitest';
import { rejection } from '../../bin/operator/rejection.ts';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { playedConsole } from './played/console.ts';
import { playedRow } from './played/release.ts';

const counts = { 'to-review': 12, held: 3, waiting: 0, preapproved: 1, 'all-counted': true };
const pageOf = (...items: ReturnType<typeof playedRow>[]) => ({ items, after: null, 'all-searched': true });

describeInBrowser('the queue of the console', (browser) => {
  const { open, text, click, press, fill, ...played } = playedConsole(browser, {
    'list-reviews': () => pageOf(playedRow()),
    'count-reviews': () => counts,
  });
  const { evaluate } = browser;

  async function show(fragment = '#/reviews'): Promise<void> {
    await open(fragment);
    await eventually(() => text('.rows')).not.toBe('');
  }

  it('counts the requests of each state beside its name', async () => {
    await show();
    await eventually(() => text('.tabs')).toMatch(
      /To review\s*12\s*Held for a match\s*3\s*Waiting for a master\s*0\s*With the owner\s*1\s*Approved\s*Rejected/,
    );
    played.plays({ 'count-reviews': () => ({ ...counts, 'all-counted': false }) });
    await show();
    await eventually(() => text('.count')).toBe('12+');
    played.plays({
      'count-reviews': () => {
        throw rejection('unknown_command', 'This stage does not count.');
      },
    });
    await show();
    expect(await text('.count')).toBe('');
    expect(await text('.fault')).toBe('');
  });

  it('lists only requests without warnings, and keeps that in its address', async () => {
    await show();
    await evaluate("document.querySelector('.filters input[type=checkbox]').click()");
    await eventually(() => played.ran('list-reviews').at(-1)).toMatchObject({ clean: true });
    expect(await evaluate('location.hash')).toBe('#/reviews/to-review?clean=yes');
    played.plays({});
    await show('#/reviews/to-review?clean=yes');
    expect(await evaluate("document.querySelector('.filters input[type=checkbox]').checked")).toBe(true);
    await show('#/reviews/approved?clean=yes');
    await eventually(() => played.ran('list-reviews').at(-1)).toEqual({ state: 'approved', limit: '50' });
  });

  it('lists only requests of an organization until the filter is removed', async () => {
    await show();
    await click('Blue Room');
    await eventually(() => played.ran('list-reviews').at(-1)).toMatchObject({ organization: '5' });
    expect(await text('.filters button')).toMatch(/^Only Blue Room/);
    await click('Only Blue Room');
    await eventually(() => text('.filters button')).toBe('');
    await eventually(() => played.ran('list-reviews').at(-1)).not.toHaveProperty('organization');
  });

  it('names the reviewers who have a request open', async () => {
    played.plays({
      'list-reviews': () => pageOf(playedRow({ 'looked-at-by': ['operator ada', 'operator bob'] })),
    });
    await show();
    expect(await text('.looked')).toBe('viewed by operator ada, operator bob');
    played.plays({ 'list-reviews': () => pageOf(playedRow()) });
    await show();
    expect(await text('.looked')).toBe('');
  });

  it.each([
    ['to-review', { 'has-artwork': true }, ['unreadable', 'waits for']],
    [
      'to-review',
      { missing: 2, warnings: 1, notes: ['No cover.'] },
      ['no cover', '2 missing, 1 warning', 'And 2 more.'],
    ],
    ['to-review', { missing: null, warnings: 0, tracks: 2 }, ['2 tracks']],
    ['to-review', { title: null, album: null, tracks: 1 }, ['Deleted album', '1 track\n']],
    [
      'rejected',
      { decided: { decision: 'rejected', actor: 'user 6', 'actor-name': 'Ada Byron', reason: 'Blurred.' } },
      ['rejected', 'ago by Ada Byron', 'Blurred.'],
    ],
    [
      'approved',
      { decided: { decision: 'approved', actor: 'service', 'actor-name': null, reason: null } },
      ['ago by the service'],
    ],
  ])('shows in the state %s of %o: %o', async (state, row, sentences) => {
    played.plays({ 'list-reviews': () => pageOf(playedRow(row)) });
    await show(`#/reviews/${state}`);
    const content = () => evaluate("document.querySelector('.rows').textContent.replaceAll(/\\s+/g, ' ')");
    for (const sentence of sentences) await eventually(content).toContain(sentence.trim());
    const shown = String(await content());
    expect(shown.includes('waits for')).toBe(state === 'to-review');
    expect(shown.includes('missing')).toBe('missing' in row && row.missing !== null);
    expect(shown.includes('ago by')).toBe('decided' in row);
    expect(shown.includes('no cover')).toBe(!('has-artwork' in row));
  });

  it('shows the end of a list, that a search was cut short, and that nothing was found', async () => {
    const first = Array.from({ length: 50 }, (_, index) => playedRow({ id: `${100 + index}` }));
    played.plays({
      'list-reviews': ({ after }) => ({
        items: after ? [playedRow({ id: '11', title: 'Second' })] : first,
        after: after ? null : '149',
        'all-searched': false,
      }),
    });
    await show();
    await eventually(() => text('.note')).toBe('Only the oldest 2,000 requests are searched and sorted.');
    await click('Show more');
    await eventually(() => text('.rows')).toContain('Second');
    expect(await text()).not.toContain('Show more');
    await show('#/reviews/rejected');
    await eventually(() => text('.note')).toBe('The search ended before the last request.');
    played.plays({ 'list-reviews': () => pageOf() });
    await open('#/reviews/failed');
    await eventually(() => text()).toContain('There is nothing here.');
    expect(await text('.note')).toBe('');
  });

  it('searches no further than a person asks, and later reads all that it shows again', async () => {
    const searched = { 'all-searched': false };
    played.plays({
      'list-reviews': ({ after }) =>
        after
          ? { items: [playedRow({ id: '7', title: 'Second' })], after: '7', ...searched }
          : { items: [playedRow()], after: '1', ...searched },
    });
    const asked = () => played.ran('list-reviews').map((args) => ('after' in args ? args.after : 'first'));
    await show('#/reviews/rejected');
    await played.settled();
    expect(asked()).toEqual(['first']);
    await click('Show more');
    await played.settled();
    await evaluate("document.querySelector('.filters').requestSubmit()");
    await played.settled();
    expect(asked()).toEqual(['first', '1', 'first', '1']);
    expect(await text('.rows')).toContain('Second');
  });

  it('rejects several selected requests, and keeps those that failed', async () => {
    const rows = ['1', '2', '3'].map((id) => playedRow({ id, title: `Song ${id}` }));
    played.plays({
      'list-reviews': () => pageOf(...rows),
      'reject-request': ({ id }) => {
        if (id === '2') throw rejection('release_changed', 'Album: title.');
        return { id: String(id), status: 'rejected' };
      },
    });
    await show();
    for (const id of ['1', '2'])
      await evaluate(`document.querySelector('input[aria-label="Choose Song ${id}"]').click()`);
    expect(await text('.reviews > .bar')).toMatch(/^2 selected\.\s+Reject them/);
    await click('Reject them');
    await eventually(() => text('dialog h2')).toBe('Reject 2 requests');
    await press('1');
    await press('Control+Enter');
    await eventually(() => text('dialog .fault')).toBe('Song 2: Album: title.');
    expect(await text('dialog .bar')).toMatch(/Close\s+1 of 2 done/);
    await click('Close');
    await eventually(() => text('.said')).toBe('Rejected 1 of 2.');
    expect(await text('.reviews > .bar')).toBe('');
  });

  it.each([
    ['to-review', ['approves', 'rejects'], ['returns to the queue']],
    ['preapproved', ['rejects'], ['approves', 'returns to the queue', 'Order']],
    ['failed', ['returns to the queue'], ['approves', 'rejects', 'Order']],
    ['approved', [], ['approves', 'rejects', 'returns to the queue', 'Order']],
  ])('offers in the state %s: %o, and not %o', async (state, offered, others) => {
    await show(`#/reviews/${state}`);
    const shown = (await text('.filters')).replaceAll(/\s+/g, ' ');
    for (const each of offered) expect(shown).toContain(each);
    for (const each of others) expect(shown).not.toContain(each);
    await evaluate("document.querySelector('.rows input').click()");
    await eventually(() => text('.reviews > .bar')).toContain('1 selected');
    const bar = await text('.reviews > .bar');
    expect(bar.includes('Reject them')).toBe(offered.includes('rejects'));
    expect(bar.includes('Return them')).toBe(offered.includes('returns to the queue'));
    await click('Clear the selection');
    await eventually(() => text('.reviews > .bar')).toBe('');
  });
});
