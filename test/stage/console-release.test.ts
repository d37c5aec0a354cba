/** A release in a browser, before a stage that the test plays: many tracks, what differs, and its sound. */
import { expect, it } from 'vitest';
import { waveFile } from '../support/audio/wave-file.ts';
import { eventually } from '../support/hand-made.ts';
import { describeInBrowser } from './browser.ts';
import { playedConsole } from './played/console.ts';
import { playedAlbum, playedMatch, playedRelease, playedRequest, playedTrack } from './played/release.ts';

const rate = 8_000;
const sound = waveFile([Float32Array.from({ length: 60 * rate }, (_, at) => Math.sin(at / 20) / 2)], {
  rate,
});

describeInBrowser('a release in the console', (browser) => {
  const { open, press, text, click, ...played } = playedConsole(browser, {
    'show-request': () => playedRequest(),
    'show-release': () => playedRelease(),
    'show-album': () => playedAlbum(),
  });
  const { evaluate } = browser;

  async function show(fragment = '#/release/1.2'): Promise<void> {
    await open(fragment);
    await eventually(() => text('h3')).not.toBe('');
  }

  it('groups the warnings of 300 tracks, keeps its buttons visible and leads to a track', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
    const tracks = numbers.map((order) =>
      playedTrack({ id: `${1000 + order}`, order, title: `Song ${order}` }),
    );
    const warnings = tracks.map(({ id, order }) => ({
      code: 'audio_heard' as const,
      detail: `Track 1.${order}: It begins with ${order}.5 s of silence.`,
      pointer: '/data/meta/audio',
      record: { type: 'tracks', id },
    }));
    played.plays({
      'show-release': () => playedRelease({ tracks }),
      'show-request': () => playedRequest({ validation: { problems: [], warnings } }),
    });
    await show();
    await eventually(() => text('.alerts summary')).toBe(
      '300 tracks, such as: It begins with 1.5 s of silence.',
    );
    expect(await evaluate("document.querySelectorAll('.alerts > ul > li').length")).toBe(1);
    await click('300 tracks');
    await evaluate("document.querySelectorAll('.alerts details a')[199].click()");
    const top = (element: string) =>
      evaluate(`document.querySelector('${element}').getBoundingClientRect().top`);
    await eventually(() => top('#track-1200')).toBeLessThan(300);
    expect(await top('header.fixed')).toBe(0);
    expect(await top('#track-1200')).toBeGreaterThanOrEqual(
      Number(await evaluate("document.querySelector('header.fixed').offsetHeight")),
    );
    await press('g');
    await browser.page.keyboard.type('30');
    await press('Enter');
    await eventually(() => top('#track-1030')).toBeLessThan(300);
    await press('g');
    await browser.page.keyboard.insertText('nothing');
    await press('Enter');
    await eventually(() => text('.jump [role=status]')).toBe('There is no such track.');
  });

  it('shows only facts that are given', async () => {
    played.plays({ 'show-release': () => playedRelease({ version: 'Live', 'pre-order-date': null }) });
    await show();
    await eventually(() => text('.head dl')).toContain('Live');
    expect(await text('.head dl')).not.toContain('Pre-orders from');
    await click('Details');
    await eventually(() => text('.track dl')).toContain('Rights owner');
    expect(await text('.track dl')).not.toContain('Lyrics');
  });

  it('shows how an update differs from what stores have', async () => {
    played.plays({
      'show-request': () =>
        playedRequest({
          type: 'update',
          differences: ['Changed since: Album: title.'],
          'countries-added': ['FR'],
          'countries-removed': ['AT'],
        }),
    });
    await show();
    await eventually(() => text('.differences li')).toBe('Changed since: Album: title.');
    expect(await text('.differences')).toContain('Countries that are new to stores: FR.');
    expect(await text('.differences')).toContain('Countries that are removed: AT.');
    played.plays({ 'show-request': () => playedRequest({ type: 'update', differences: [] }) });
    await show();
    await eventually(() => text('.differences')).toContain('No differences are known.');
    played.plays({ 'show-request': () => playedRequest() });
    await show();
    await eventually(() => text('header.bar')).toContain('Approve');
    expect(await text('.differences')).toBe('');
  });

  it('names other reviewers who have it open, and shows this one to them until the page is left', async () => {
    played.plays({
      'look-at-request': () => ({ id: '1', others: ['operator arn:aws:sts::1:assumed-role/Reviewer/bob'] }),
    });
    await show();
    await eventually(() => text('header.bar')).toContain('viewed by operator bob');
    await press('u');
    await eventually(() => played.ran('look-at-request')).toEqual([{ id: '1' }, { id: '1', end: true }]);
  });

  const player = (of: string, what: string) => evaluate(`document.querySelector('${of} audio').${what}`);

  it('stops playback when p is pressed again before its file was read', async () => {
    let respond = () => {};
    played.serves((request, response) => {
      const send = () =>
        response
          .writeHead(200, { etag: '"1"', 'content-length': sound.length })
          .end(request.method === 'HEAD' ? undefined : sound);
      if (request.method === 'HEAD') respond = send;
      else send();
    });
    await show();
    await eventually(() => text('.track')).toContain('Bus');
    await press('p');
    await eventually(() => player('.track', 'paused')).toBe(true);
    await press('p');
    respond();
    await eventually(() => player('.track', 'src')).toContain('tag=');
    expect(await player('.track', 'paused')).toBe(true);
    await press('p');
    await eventually(() => player('.track', 'currentTime')).toBeGreaterThan(0.1);
  });

  it('plays a match in both recordings, and switches between them at the same position', async () => {
    const range = { start: 10, end: 50, 'matched-start': 5, 'matched-end': 45 };
    const match = playedMatch({ 'time-offsets': [range] });
    const track = { id: '3', title: 'Bus', disc: 1, order: 1, audio: null, matches: [match] };
    played.plays({ 'show-request': () => playedRequest({ tracks: [track] }) });
    played.serves((request, response) => {
      const [, first = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
      const from = Number(first);
      response.writeHead(206, {
        etag: '"1"',
        'content-type': 'audio/wav',
        'content-range': `bytes ${from}-${sound.length - 1}/${sound.length}`,
        'content-length': sound.length - from,
      });
      response.end(request.method === 'HEAD' ? undefined : sound.subarray(from));
    });
    await show();
    await eventually(() => text('.match')).toContain('Another owner has Released Bus by Bob, on Depot');
    await click('Another owner has');
    await eventually(() => text('.ranges')).toContain('0:10 to 0:50 is 0:05 to 0:45');
    const time = (index: number) =>
      evaluate(`document.querySelectorAll('.match audio')[${index}].currentTime`);
    await click('A/B');
    await eventually(() => time(0)).toBeGreaterThan(10.1);
    await click('A/B');
    await eventually(() => time(1)).toBeGreaterThan(5.1);
    expect(Math.abs(Number(await time(1)) - Number(await time(0)) + 5)).toBeLessThan(3);
    await click('A/B');
    await eventually(() => evaluate("document.querySelectorAll('.match audio')[1].paused")).toBe(true);
    await eventually(() => evaluate("document.querySelectorAll('.match audio')[0].paused")).toBe(false);
  });
});
