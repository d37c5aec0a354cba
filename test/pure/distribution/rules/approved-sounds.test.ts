/** What the decision on a request keeps of its sounds. */
import { describe, expect, it } from 'vitest';
import type { TrackSound } from '../../../../shared/catalogue/rules/track-sound.ts';
import {
  isQuestionable,
  soundSentences,
  soundsOf,
  soundsOn,
  wasApproved,
} from '../../../../shared/distribution/rules/approved-sounds.ts';

const placed = (order: number, hearing: TrackSound['hearing'], isForeign = false) => ({
  trackId: String(100 + order),
  disc: 1,
  order,
  sound: { hearing, isForeign },
});

describe('the sounds of an approval', () => {
  it('are those that a person must judge, with a sentence for each kind', () => {
    const sounds = soundsOn([
      placed(1, 'heard'),
      placed(2, 'not_heard'),
      placed(3, 'not_compared'),
      placed(4, 'nothing_to_hear'),
      placed(5, 'heard', true),
      placed(6, 'not_heard', true),
      placed(7, 'not_heard'),
    ]);
    expect(sounds.count).toBe(5);
    expect(soundSentences(sounds)).toEqual([
      'Tracks that were not heard before the approval: 1.2, 1.7.',
      'Tracks that were not compared, because their owner does not allow it: 1.3.',
      'Tracks that were found to be recordings of another owner before the approval: 1.5, 1.6.',
    ]);
    const now = (id: string, hearing: TrackSound['hearing'], isForeign = false) =>
      wasApproved(sounds, { id, sound: { hearing, isForeign } });
    expect([now('101', 'heard'), now('101', 'not_heard'), now('101', 'heard', true)]).toEqual([
      ...[true, false, false],
    ]);
    expect([now('102', 'not_heard'), now('102', 'heard'), now('102', 'heard', true)]).toEqual([
      ...[true, true, false],
    ]);
    expect([now('105', 'heard', true), now('105', 'not_compared')]).toEqual([true, true]);
    expect(soundsOf({ decision: 'approve', sounds })).toEqual(sounds);
  });

  it('are not all named if there are many, and then allow any', () => {
    const sounds = soundsOn(Array.from({ length: 25 }, (_, index) => placed(index + 1, 'not_heard')));
    expect(sounds.tracks).toHaveLength(20);
    expect(soundSentences(sounds).at(-1)).toBe('The same is true of 5 more.');
    expect(wasApproved(sounds, { id: 'any', sound: { hearing: 'heard', isForeign: true } })).toBe(true);
  });

  it('are none without a doubt, which says nothing', () => {
    const sounds = soundsOn([placed(1, 'heard'), placed(2, 'nothing_to_hear')]);
    expect([sounds, soundSentences(sounds)]).toEqual([{ count: 0, tracks: [] }, []]);
    const unheard = { hearing: 'not_heard', isForeign: false } as const;
    expect(wasApproved(sounds, { id: '101', sound: unheard })).toBe(false);
  });

  it('are unknown for a decision of an earlier version', () => {
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
    ['nothing_to_hear', true, true],
  ] as const)(
    'with one that is %s, of another owner %s, are for a person to judge: %s',
    (hearing, isForeign, is) => {
      expect(isQuestionable({ hearing, isForeign })).toBe(is);
    },
  );
});
