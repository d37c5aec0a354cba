/** What the console's page computes of what commands say. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../../../infra/operator/console/page/api.ts';
import { useAttempts } from '../../../../infra/operator/console/page/attempts.ts';
import { coverWarnings } from '../../../../infra/operator/console/page/covers.ts';
import { differenceOf } from '../../../../infra/operator/console/page/money.ts';
import { outlineOf, peaksOf } from '../../../../infra/operator/console/page/peaks.ts';
import { fragmentOf, parts, placeIn } from '../../../../infra/operator/console/page/places.ts';
import {
  addRows,
  latestQueue,
  moveAfter,
  openQueue,
  queueFragment,
  replaceRows,
} from '../../../../infra/operator/console/page/queues.ts';
import type { Heard, Match, ReviewRow } from '../../../../infra/operator/console/page/reviews.ts';
import {
  ageOf,
  clockOf,
  outcomeText,
  textOf,
  wordsOf,
} from '../../../../infra/operator/console/page/shown.ts';
import { soundNotes, soundWarnings } from '../../../../infra/operator/console/page/sound-notes.ts';
import { olderStageNote, versionNotes } from '../../../../infra/operator/console/page/versions.ts';
import { commands } from '../../../../shared/service/commands/list.ts';

describe('a difference of amounts', () => {
  it.each([
    ['780.30816', '80.30816', '700'],
    ['10', '0.5', '9.5'],
    ['0.000000000001', '0.000000000002', '-0.000000000001'],
    ['-1', '1', '-2'],
    ['12345678901234567890', '0.1', '12345678901234567889.9'],
    ['1', '1', '0'],
  ])('of %s and %s is %s', (from, amount, difference) => {
    expect(differenceOf(from, amount)).toBe(difference);
  });

  it.each(['', '1,5', '1e3', 'all', '0.0000000000001'])('is not known of %j', (amount) => {
    expect(differenceOf('10', amount)).toBeUndefined();
  });
});

describe('a waveform', () => {
  it('has the highest sample of all channels in each column', () => {
    const left = Float32Array.from([0, 0.5, -0.25, 0]);
    const right = Float32Array.from([0, -1, 0, 0.125]);
    expect(peaksOf([left, right], 2)).toEqual([1, 0.25]);
  });

  it('has a column for each peak, also if there are fewer samples', () => {
    expect(peaksOf([Float32Array.from([0.5])], 4)).toEqual([0, 0, 0, 0.5]);
    expect(peaksOf([], 2)).toEqual([0, 0]);
  });

  it('is drawn above and below the middle', () => {
    expect(outlineOf([1, 0.5])).toBe('M0,0.000L1,0.500L1,1.500L0,2.000Z');
    expect(outlineOf([])).toBe('');
  });
});

const heard: Heard = {
  status: 'completed',
  error: null,
  duration: 180,
  loudness: -14,
  peak: -1,
  channels: 2,
  'sample-rate': 44_100,
  'silence-at-start': 0.1,
  'silence-at-end': 1,
  clipping: 0,
  warnings: [],
};

describe('notes on a sound', () => {
  it.each<[string, Partial<Heard>, string[]]>([
    ['a usual master', {}, []],
    ['silence', { loudness: null, peak: null }, ['The file is silent.']],
    ['a loud master', { loudness: -4.25 }, ['It is very loud (-4.3 LUFS).']],
    ['clipping', { clipping: 1 }, ['It clips 1 time.']],
    [
      'silent ends',
      { 'silence-at-start': 6, 'silence-at-end': 5.5 },
      ['It begins with 6.0 s of silence.', 'It ends with 5.5 s of silence.'],
    ],
    [
      'a damaged file',
      { warnings: ['The file is shorter than it says.'] },
      ['The file is shorter than it says.'],
    ],
    ['a file that is not heard yet', { status: 'pending', loudness: null }, []],
  ])('name %s', (_, change, notes) => {
    expect(soundNotes({ ...heard, ...change })).toEqual(notes);
  });

  it('name recordings of other owners, with the place of the excerpt', () => {
    const match: Match = {
      id: '1',
      'is-cover': false,
      'confidence-score': 97,
      method: 'fingerprint',
      track: '2',
      title: 'Stolen',
      artists: ['Ada', 'Bo'],
      album: 'First',
      isrc: '',
      'is-of-another-owner': true,
      'time-offsets': [{ start: 61, end: 75.5, 'matched-start': 0, 'matched-end': 14.5 }],
    };
    expect(soundWarnings({ heard }, [match, { ...match, 'is-of-another-owner': false }])).toEqual([
      'It is a recording of another owner from 1:01 to 1:15: Stolen by Ada, Bo.',
    ]);
  });
});

it('times, names and values are written as a person writes them', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(ageOf('2026-11-26T11:59:30Z', now)).toBe('less than a minute');
  expect(ageOf('2026-11-26T10:59:00Z', now)).toBe('1 hour');
  expect(ageOf('2026-11-20T12:00:00Z', now)).toBe('6 days');
  expect(clockOf(187.9)).toBe('3:07');
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

describe('a console of another version than the stage', () => {
  it('names the commands that only one of them has', () => {
    expect(versionNotes(['status', 'old'], ['status', 'new', 'newer'])).toEqual([
      'This console and the stage are not of the same version.',
      'Only the stage has new, newer.',
      'The stage does not have old.',
    ]);
    expect(versionNotes(['status'], ['status'])).toEqual([]);
  });

  it('says so if the stage cannot be asked for its commands', () => {
    const rejection = 'Unknown command describe-stage. The commands are status.';
    expect(olderStageNote(rejection)).toEqual([`The stage is older than this console. ${rejection}`]);
    expect(olderStageNote('The stage was not reached.')).toEqual([]);
  });
});

describe('the address of a part of the console', () => {
  it('leads back to the part', () => {
    expect(placeIn(fragmentOf('release', '12.34'))).toEqual({ part: 'release', of: '12.34' });
    expect(placeIn(fragmentOf('commands', 'a/b c'))).toEqual({ part: 'commands', of: 'a/b c' });
    expect(placeIn('')).toEqual({ part: 'reviews', of: '' });
  });

  it('may have been changed by hand', () => {
    expect(placeIn('#/commands/100%')).toEqual({ part: 'commands', of: '100%' });
  });

  it('names only commands that exist', () => {
    const names: readonly string[] = commands.map(({ name }) => name);
    expect(parts.flatMap(({ commands: own }) => own.filter((name) => !names.includes(name)))).toEqual([]);
  });
});

it('each part of the page imports the parts that it shows, not only their types', () => {
  const folder = join(import.meta.dirname, '../../../../infra/operator/console/page');
  const missing = globSync('*.vue', { cwd: folder }).flatMap((file) => {
    const [script = '', template = ''] = readFileSync(join(folder, file), 'utf8').split('\n<template>\n');
    const shown = new Set(template.match(/(?<=<)[A-Z]\w+/g));
    return [...shown].filter((part) => `${part}.vue` !== file && !script.includes(`import ${part} from`));
  });
  expect(missing).toEqual([]);
});

describe('a queue', () => {
  const row = (id: string) => ({ id, album: `9${id}` }) as ReviewRow;
  const idsOf = (rows: readonly ReviewRow[]) => rows.map(({ id }) => id);

  it('is as the reviewer left it, with its place', () => {
    const queue = openQueue('held');
    replaceRows(queue, [row('1'), row('2')]);
    queue.place = 1;
    openQueue('');
    expect([openQueue('held').place, latestQueue().state, queueFragment(latestQueue())]).toEqual([
      1,
      'held',
      '#/reviews/held',
    ]);
  });

  it('stays on its request when others come in or are decided', () => {
    const queue = openQueue('rejected');
    replaceRows(queue, [row('1'), row('2'), row('3')]);
    queue.place = 1;
    replaceRows(queue, [row('0'), row('1'), row('2'), row('3')]);
    expect(queue.place).toBe(2);
    replaceRows(queue, [row('0'), row('1'), row('3')]);
    expect(queue.place).toBe(2);
    replaceRows(queue, []);
    expect(queue.place).toBe(0);
  });

  it('shows a request once, also if it moved to the next page', () => {
    const queue = openQueue('approved');
    replaceRows(queue, [row('1'), row('2')]);
    addRows(queue, [row('2'), row('3')]);
    expect(idsOf(queue.rows)).toEqual(['1', '2', '3']);
  });

  it('leads from each request to the one after it, so that one can be skipped', () => {
    const queue = openQueue('waiting');
    replaceRows(queue, [row('1'), row('2'), row('3')]);
    expect([moveAfter(queue, '1')?.id, moveAfter(queue, '2')?.id, queue.place]).toEqual(['2', '3', 2]);
    expect([moveAfter(queue, '3'), moveAfter(queue, 'elsewhere')]).toEqual([undefined, undefined]);
  });
});

it.each<[string, number, number, string[]]>([
  ['square', 3000, 3000, []],
  ['nearly square', 3030, 3001, []],
  ['oblong', 4000, 3000, ['The cover is not square.']],
  ['small', 2999, 2999, ['The cover has fewer than 3000 pixels at a side.']],
])('a cover that is %s is judged by its pixels', (_, width, height, warnings) => {
  expect(coverWarnings({ width, height })).toEqual(warnings);
});

it('what a command has done is its summary, or else its values', () => {
  expect(outcomeText({ moved: 2, summary: 'Moved 2 messages back.' })).toBe('Moved 2 messages back.');
  expect(outcomeText({ moved: 2, finished: false })).toBe('Moved: 2. Finished: no.');
});

describe('an attempt', () => {
  it('shows why it failed until another succeeds', async () => {
    const { fault, attempt } = useAttempts();
    expect(await attempt(() => Promise.reject(new Error('The stage was not reached.')))).toBe(false);
    expect(fault.value).toBe('The stage was not reached.');
    expect(await attempt(async () => {})).toBe(true);
    expect(fault.value).toBe('');
  });
});

describe('a command that the page runs', () => {
  const respond = (body: string | ReadableStream) => {
    vi.stubGlobal('fetch', async () => new Response(body));
    onTestFinished(() => void vi.unstubAllGlobals());
  };

  it('says its progress before its result', async () => {
    respond('{"progress":{"done":1}}\n{"outcome":{"result":{"id":"7"}}}\n');
    const lines: object[] = [];
    expect(await run('status', {}, (line) => lines.push(line))).toEqual({ id: '7' });
    expect(lines).toEqual([{ progress: { done: 1 } }]);
  });

  it.each<[string, (controller: ReadableStreamDefaultController) => void]>([
    ['is cut off', (controller) => controller.error(new TypeError('network error'))],
    ['ends early', (controller) => controller.close()],
  ])('is not known to have run if its response %s', async (_, end) => {
    respond(new ReadableStream({ pull: end }));
    await expect(run('pay-royalties')).rejects.toThrow(
      'The console ended before the command did, which may have been run. Look before you repeat it.',
    );
  });
});
