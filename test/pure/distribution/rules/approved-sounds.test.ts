/** What the decision on a request keeps of its sounds. */
import { describe, expect, it } from 'vitest';
import type { TrackSound } from '../../../../shared/catalogue/rules/track-sound.ts';
import {
  isQuestionable,
  type SoundsChanged,
  sameSounds,
  soundSentences,
  soundsOf,
  soundsOn,
  wasApproved,
} from '../../../../shared/distribution/rules/approved-sounds.ts';

const placed = (
  order: number,
  hearing: TrackSound['hearing'],
  { isForeign = false, hasUnheard = false }: Partial<TrackSound> = {},
) => ({
  trackId: String(100 + order),
  disc: 1,
  order,
  sound: { hearing, isForeign, hasUnheard },
});

describe('the sounds of an approval', () => {
  it('are those that a person must judge, with a sentence for each kind', () => {
    const sounds = soundsOn(
      [
        placed(1, 'heard'),
        placed(2, 'not_heard'),
        placed(3, 'not_compared'),
        placed(4, 'nothing_to_hear'),
        placed(5, 'heard', { isForeign: true }),
        placed(6, 'not_heard', { isForeign: true }),
        placed(7, 'not_heard'),
        placed(8, 'heard', { hasUnheard: true }),
        placed(9, 'nothing_to_hear', { hasUnheard: true }),
        placed(10, 'partly_heard'),
      ],
      0,
    );
    expect(sounds.count).toBe(8);
    expect(soundSentences(sounds)).toEqual([
      'Tracks that were not analyzed before the approval: 1.2, 1.7, 1.8, 1.9, 1.10.',
      'Tracks that were not compared, because their owner does not allow it: 1.3.',
      'Tracks that were found to be recordings of another owner before the approval: 1.5, 1.6.',
    ]);
    const now = (id: string, hearing: TrackSound['hearing'], isForeign = false) =>
      wasApproved(sounds, { id, sound: { hearing, isForeign, hasUnheard: false } }, sameSounds);
    expect([now('101', 'heard'), now('101', 'not_heard'), now('101', 'heard', true)]).toEqual([
      ...[true, false, false],
    ]);
    expect([now('102', 'not_heard'), now('102', 'heard'), now('102', 'heard', true)]).toEqual([
      ...[true, true, false],
    ]);
    expect([now('105', 'heard', true), now('105', 'not_compared')]).toEqual([true, true]);
    expect(soundsOf({ decision: 'approve', sounds })).toEqual(sounds);
  });

  it('allow each track only what it was approved with', () => {
    const sounds = soundsOn(
      [
        ...Array.from({ length: 20 }, (_, index) => placed(index + 1, 'not_heard')),
        ...[
          placed(21, 'not_heard'),
          placed(22, 'not_compared'),
          placed(23, 'heard', { isForeign: true }),
          placed(24, 'heard'),
        ],
      ],
      0,
    );
    expect(sounds.tracks).toHaveLength(20);
    expect(soundSentences(sounds).at(-1)).toBe('The same applies to 3 more.');
    const unheard = { hearing: 'not_heard', isForeign: false, hasUnheard: false } as const;
    const foreign = { hearing: 'heard', isForeign: true, hasUnheard: false } as const;
    const allowed = (sound: TrackSound) =>
      ['120', '121', '122', '123', '124', '125'].filter((id) =>
        wasApproved(sounds, { id, sound }, sameSounds),
      );
    expect(allowed(unheard)).toEqual(['120', '121', '122', '123']);
    expect(allowed(foreign)).toEqual(['123']);
    expect(soundsOf({ decision: 'approve', sounds })).toEqual(sounds);
  });

  it('do not cover a file that was never analyzed, unless the approval covered it', () => {
    const added = { hearing: 'heard', isForeign: false, hasUnheard: true } as const;
    const before = soundsOn([placed(1, 'heard'), placed(2, 'heard', { hasUnheard: true })], 0);
    expect(['101', '102'].map((id) => wasApproved(before, { id, sound: added }, sameSounds))).toEqual([
      false,
      true,
    ]);
  });

  it('are not those of files that the owner has replaced since', () => {
    const sounds = soundsOn(
      [
        placed(1, 'not_heard'),
        placed(2, 'not_compared'),
        placed(3, 'heard', { isForeign: true }),
        placed(4, 'heard', { hasUnheard: true }),
      ],
      0,
    );
    const now = [
      { id: '101', sound: { hearing: 'not_heard', isForeign: false, hasUnheard: false } },
      { id: '102', sound: { hearing: 'not_compared', isForeign: false, hasUnheard: false } },
      { id: '103', sound: { hearing: 'heard', isForeign: true, hasUnheard: false } },
      { id: '104', sound: { hearing: 'heard', isForeign: false, hasUnheard: true } },
      { id: '101', sound: { hearing: 'heard', isForeign: false, hasUnheard: false } },
    ] as const;
    const all = new Set(['101', '102', '103', '104']);
    const approvedWith = (changed: Partial<SoundsChanged>) =>
      now.map((track) => wasApproved(sounds, track, { ...sameSounds, ...changed }));
    expect(approvedWith({})).toEqual([true, true, true, true, true]);
    expect(approvedWith({ audio: all })).toEqual([false, false, false, true, true]);
    expect(approvedWith({ masters: all })).toEqual([true, true, true, false, true]);
    expect(approvedWith({ isAny: true })).toEqual([false, false, false, false, true]);
  });

  it('are an empty list without sentences if every sound was analyzed', () => {
    const sounds = soundsOn([placed(1, 'heard'), placed(2, 'nothing_to_hear')], 0);
    expect([sounds, soundSentences(sounds)]).toEqual([{ count: 0, changes: 0, tracks: [] }, []]);
    const unheard = { hearing: 'not_heard', isForeign: false, hasUnheard: false } as const;
    expect(wasApproved(sounds, { id: '101', sound: unheard }, sameSounds)).toBe(false);
  });

  it('are unknown for a decision without them', () => {
    expect([soundsOf(undefined), soundsOf({ decision: 'approve', reason: null })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['heard', false, false],
    ['nothing_to_hear', false, false],
    ['not_heard', false, true],
    ['not_compared', false, true],
    ['partly_heard', false, true],
    ['nothing_to_hear', true, true],
  ] as const)('need a person to judge: %s, of another owner %s, is %s', (hearing, isForeign, is) => {
    expect(isQuestionable({ hearing, isForeign, hasUnheard: false })).toBe(is);
  });
});
