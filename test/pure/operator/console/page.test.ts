/** What the console's page computes of what commands say. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runNamed } from '../../../../bin/operator/console/page/api.ts';
import { useAttempts } from '../../../../bin/operator/console/page/attempts.ts';
import { outlineOf, peaksOf } from '../../../../bin/operator/console/page/peaks.ts';
import { fragmentOf, parts, placeIn } from '../../../../bin/operator/console/page/places.ts';
import { placed, warningsOn } from '../../../../bin/operator/console/page/release-alerts.ts';
import type {
  Finding,
  Match,
  ReleaseTrack,
  ShownRequest,
} from '../../../../bin/operator/console/page/reviews.ts';
import {
  ageOf,
  clockOf,
  outcomeText,
  readableOf,
  textOf,
  translationsOf,
  wordsOf,
} from '../../../../bin/operator/console/page/shown.ts';
import { commands } from '../../../../shared/service/commands/list.ts';

describe('a waveform', () => {
  it('shows the highest sample of all channels in each column', () => {
    const left = Float32Array.from([0, 0.5, -0.25, 0]);
    const right = Float32Array.from([0, -1, 0, 0.125]);
    expect(peaksOf([left, right], 2)).toEqual([1, 0.25]);
  });

  it('has a column per peak even with fewer samples', () => {
    expect(peaksOf([Float32Array.from([0.5])], 4)).toEqual([0, 0, 0, 0.5]);
    expect(peaksOf([], 2)).toEqual([0, 0]);
  });

  it('is drawn above and below the middle', () => {
    expect(outlineOf([1, 0.5])).toBe('M0,0.000L1,0.500L1,1.500L0,2.000Z');
    expect(outlineOf([])).toBe('');
  });
});

const match: Match = {
  id: '1',
  'is-cover': 0,
  'confidence-score': 97,
  method: 'audio',
  track: '2',
  imported: null,
  title: 'Stolen',
  artists: ['Ada', 'Bo'],
  album: 'First',
  isrc: '',
  user: '9',
  'is-of-another-owner': true,
  'time-offsets': [{ start: 61, end: 75.5, 'matched-start': 0, 'matched-end': 14.5 }],
};

it('translated titles are shown with codes and pronunciations', () => {
  const all = [
    { language: 'ja', title: '夢', phonetic: 'Yume' },
    { language: 'fr', title: 'Rêve', phonetic: null },
  ];
  expect(textOf(translationsOf(all))).toBe('ja: 夢 (Yume), fr: Rêve');
});

describe('a warning on a release', () => {
  const track = { id: '5', disc: 1, order: 2, title: 'Rain' } as unknown as ReleaseTrack;
  const finding = (code: string, detail: string, type = 'tracks'): Finding => ({
    ...{ code, detail, pointer: '/data' },
    record: { type, id: type === 'tracks' ? '5' : '1' },
  });
  const shown = (
    warnings: readonly Finding[],
    told: readonly string[] = [],
    matches: readonly Match[] = [],
  ) =>
    warningsOn({
      request: {
        validation: { problems: [], warnings },
        warnings: told,
        tracks: [{ id: '5', matches }],
      } as unknown as ShownRequest,
      tracks: [track],
    });

  it('names recordings of other owners with the position of the excerpt', () => {
    const foreign = finding('foreign_recording', 'Track 1.2: It is a recording of another owner.');
    const own = { ...match, 'is-of-another-owner': false };
    expect(shown([foreign], [], [match, own])).toEqual([
      {
        sentence: 'Track 1.2: It is a recording of another owner. Stolen by Ada, Bo, from 1:01 to 1:15.',
        place: 'track-5',
      },
    ]);
  });

  it('links to the track or else to the album', () => {
    expect(placed(['The track "Rain" has no main artist.', 'The album has no label.'], [track])).toEqual([
      { sentence: 'The track "Rain" has no main artist.', place: 'track-5' },
      { sentence: 'The album has no label.', place: 'facts' },
    ]);
    const square = finding('artwork_not_square', 'The album has artwork that is not square.', 'albums');
    const told = 'The audio of track 2 on disc 1 cannot be read. No.';
    expect(shown([square], [told])).toEqual([
      { sentence: square.detail, place: 'facts' },
      { sentence: told, place: 'track-5' },
    ]);
  });

  it('is shown once for unreadable files, as in the list of requests', () => {
    const artwork = finding('artwork_unreadable', 'The album has artwork that cannot be read. No.', 'albums');
    const audio = finding('audio_unheard', 'Track 1.2: It could not be analyzed. No.');
    const told = ['The artwork cannot be read. No.', 'The audio of track 2 on disc 1 cannot be read. No.'];
    const sentences = (counted: readonly Finding[]) => shown(counted, told).map(({ sentence }) => sentence);
    expect(sentences([artwork, audio])).toEqual([artwork.detail, audio.detail]);
    expect(sentences([])).toEqual(told);
  });

  it('is absent before the request is loaded and once it is decided', () => {
    expect(warningsOn({ request: undefined, tracks: [track] })).toEqual([]);
    const decided = { validation: null, warnings: [], tracks: [] } as unknown as ShownRequest;
    expect(warningsOn({ request: decided, tracks: [track] })).toEqual([]);
  });
});

it('times, names and values are shown in human-readable form', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(ageOf('2026-11-26T11:59:30Z', now)).toBe('less than a minute');
  expect(ageOf('2026-11-26T10:59:00Z', now)).toBe('1 hour');
  expect(ageOf('2026-11-20T12:00:00Z', now)).toBe('6 days');
  expect(clockOf(187.9)).toBe('3:07');
  expect(['2026-11-26T11:59:30.123Z', '2026-11-26T11:59:30.123Z#change'].map(readableOf)).toEqual([
    '2026-11-26 11:59 UTC',
    '2026-11-26T11:59:30.123Z#change',
  ]);
  expect(wordsOf('has-artwork')).toBe('Has artwork');
  expect([null, '', [], true, ['a', null], { b: 1 }, 0].map(textOf)).toEqual([
    '–',
    '–',
    '–',
    'yes',
    'a, –',
    '{"b":1}',
    '0',
  ]);
});

describe('the address of a console page', () => {
  it('leads back to the page', () => {
    expect(placeIn(fragmentOf('release', '12.34'))).toEqual({ part: 'release', of: '12.34', query: '' });
    expect(placeIn(fragmentOf('commands', 'a/b c'))).toEqual({ part: 'commands', of: 'a/b c', query: '' });
    expect(placeIn('')).toEqual({ part: 'reviews', of: '', query: '' });
  });

  it('may be edited by hand', () => {
    expect(placeIn('#/commands/100%')).toEqual({ part: 'commands', of: '100%', query: '' });
  });

  it('names only existing commands', () => {
    const names: readonly string[] = commands.map(({ name }) => name);
    expect(parts.flatMap(({ commands: own }) => own.filter((name) => !names.includes(name)))).toEqual([]);
  });
});

it('each part of the page imports its components, not only their types', () => {
  const folder = join(import.meta.dirname, '../../../../bin/operator/console/page');
  const missing = globSync('*.vue', { cwd: folder }).flatMap((file) => {
    const [script = '', template = ''] = readFileSync(join(folder, file), 'utf8').split('\n<template>\n');
    const shown = new Set(template.match(/(?<=<)[A-Z]\w+/g));
    return [...shown].filter((part) => `${part}.vue` !== file && !script.includes(`import ${part} from`));
  });
  expect(missing).toEqual([]);
});

it('the outcome of a command is its summary or else its values', () => {
  expect(outcomeText({ moved: 2, summary: 'Moved 2 messages back.' })).toBe('Moved 2 messages back.');
  expect(outcomeText({ moved: 2, finished: false })).toBe('Moved: 2. Finished: no.');
});

describe('a console command attempt', () => {
  it('shows why it failed until another succeeds', async () => {
    const { fault, attempt } = useAttempts();
    expect(await attempt(() => Promise.reject(new Error('The stage was not reached.')))).toBe(false);
    expect(fault.value).toBe('The stage was not reached.');
    expect(await attempt(async () => {})).toBe(true);
    expect(fault.value).toBe('');
  });
});

describe('a command run by the page', () => {
  const respond = (body: string | ReadableStream) => {
    vi.stubGlobal('fetch', async () => new Response(body));
    onTestFinished(() => void vi.unstubAllGlobals());
  };

  it('reports progress before its result', async () => {
    respond('{"progress":{"done":1}}\n{"outcome":{"result":{"id":"7"}}}\n');
    const lines: object[] = [];
    expect(await runNamed('status', {}, (line) => lines.push(line))).toEqual({ id: '7' });
    expect(lines).toEqual([{ progress: { done: 1 } }]);
  });

  it.each<[string, (controller: ReadableStreamDefaultController) => void]>([
    ['is cut off', (controller) => controller.error(new TypeError('network error'))],
    ['ends early', (controller) => controller.close()],
  ])('has an unknown outcome if its response %s', async (_, end) => {
    respond(new ReadableStream({ pull: end }));
    await expect(runNamed('pay-royalties', {})).rejects.toThrow(
      'The console ended before the command did. The command may have run, so check before you repeat it.',
    );
  });
});
