/** What reviewers read of a request and of its sounds before they open it. */
import { describe, expect, it } from 'vitest';
import {
  completedAudio,
  failedAudio,
  pendingAudio,
  type TrackAudio,
} from '../../../../shared/catalogue/rules/track-audio.ts';
import { decisionWords } from '../../../../shared/distribution/rules/decision-words.ts';
import { MAX_NOTES, reviewNotes, soundWarnings } from '../../../../shared/distribution/rules/review-notes.ts';
import { soundNotes } from '../../../../shared/distribution/rules/sound-notes.ts';
import { writtenTime } from '../../../../shared/kit/values/written-time.ts';

const heard: TrackAudio = completedAudio({
  duration: 180,
  loudness: -14,
  peak: -1,
  channels: 2,
  'sample-rate': 44_100,
  format: 'wav',
  'bit-depth': 16,
  'silence-at-start': 0.1,
  'silence-at-end': 1,
  clipping: 0,
  warnings: [],
});

describe('the notes on a sound', () => {
  it.each<[string, TrackAudio, string[]]>([
    ['a usual master', heard, []],
    ['silence', { ...heard, loudness: null, peak: null }, ['The file is silent.']],
    ['a loud master', { ...heard, loudness: -4.25 }, ['It is very loud (-4.3 LUFS).']],
    ['clipping', { ...heard, clipping: 1 }, ['It clips 1 time.']],
    [
      'silent ends',
      { ...heard, 'silence-at-start': 6, 'silence-at-end': 5.5 },
      ['It begins with 6.0 s of silence.', 'It ends with 5.5 s of silence.'],
    ],
    ['a file that is not analyzed yet', pendingAudio, []],
    [
      'a file that cannot be read',
      failedAudio('The file is empty.'),
      ['It could not be analyzed. The file is empty.'],
    ],
  ])('state %s', (_, audio, notes) => {
    expect(soundNotes(audio)).toEqual(notes);
  });

  it('name the track, foreign recordings and the warnings of its analysis', () => {
    const audio = { ...heard, clipping: 2, warnings: ['The file is shorter than it says.'] };
    expect(
      soundWarnings({
        disc: 2,
        order: 7,
        audio,
        sound: { hearing: 'heard', isForeign: true, hasUnheard: false },
      }),
    ).toEqual([
      { code: 'foreign_recording', detail: 'Track 2.7: It is a recording of another owner.' },
      { code: 'audio_heard', detail: 'Track 2.7: It clips 2 times.' },
      { code: 'audio_heard', detail: 'Track 2.7: The file is shorter than it says.' },
    ]);
    const failed = {
      audio: failedAudio('No.'),
      sound: { hearing: 'not_heard', isForeign: false, hasUnheard: false },
    } as const;
    expect(soundWarnings({ disc: 1, order: 3, ...failed })).toEqual([
      { code: 'audio_unheard', detail: 'Track 1.3: It could not be analyzed. No.' },
    ]);
    const video = {
      audio: null,
      sound: { hearing: 'nothing_to_hear', isForeign: false, hasUnheard: true },
    } as const;
    expect(soundWarnings({ disc: 1, order: 1, ...video })).toEqual([
      {
        code: 'audio_not_heard',
        detail: 'Track 1.1: The sound of its video or Dolby Atmos master is not analyzed.',
      },
    ]);
  });

  it.each([
    ['not analyzed yet', 'not_heard', null, ['audio_not_heard', 'It is not analyzed yet.']],
    ['being analyzed', 'not_heard', pendingAudio, ['audio_not_heard', 'It is not analyzed yet.']],
    ['being compared again', 'heard', pendingAudio, ['audio_not_heard', 'It is not analyzed yet.']],
    [
      'heard in part',
      'partly_heard',
      null,
      ['audio_not_compared', 'A part of its sound cannot be compared.'],
    ],
    [
      'not to be compared',
      'not_compared',
      null,
      ['audio_not_compared', 'Its owner does not allow it to be compared.'],
    ],
  ] as const)('say that it is %s', (_, hearing, audio, [code, note]) => {
    const placed = { disc: 1, order: 2, audio };
    const told = { code, detail: `Track 1.2: ${note}` };
    expect(soundWarnings({ ...placed, sound: { hearing, isForeign: false, hasUnheard: false } })).toEqual([
      told,
    ]);
    expect(soundWarnings({ ...placed, sound: { hearing, isForeign: true, hasUnheard: false } })).toEqual([
      { code: 'foreign_recording', detail: expect.stringContaining('a recording of another owner') },
      told,
    ]);
  });
});

it('the notes on a request count everything and quote the first, missing items before warnings', () => {
  const many = Array.from({ length: MAX_NOTES }, (_, index) => `Warning ${index}.`);
  expect(reviewNotes(['The album has no label.'], many)).toEqual({
    missing: 1,
    warnings: MAX_NOTES,
    notes: ['The album has no label.', ...many.slice(0, MAX_NOTES - 1)],
  });
});

it('decisions and times are written in words', () => {
  expect(
    ['approve', 'refuse', 'reject', 'preapprove', 'requeue', 'fail', 'toString'].map(decisionWords),
  ).toEqual([
    'approved',
    'rejected',
    'rejected by its owner',
    'approved by its owner',
    'returned to the queue',
    'failed at all stores',
    'toString',
  ]);
  expect(writtenTime('2026-11-26T10:59:31.123Z')).toBe('2026-11-26 10:59 UTC');
});
