import { describe, expect, it } from 'vitest';
import {
  type Assignment,
  albumDspId,
  alreadyAssigned,
  assignmentProblems,
  pairOf,
} from '../../../../shared/catalogue/rules/album-dsps.ts';

const DSP = '/data/relationships/dsp';

function problems({
  isActive = true,
  acceptsVideo = false,
  ...changes
}: Partial<Omit<Assignment, 'dsp'>> & { isActive?: boolean; acceptsVideo?: boolean }) {
  const dsp = { id: '4', name: 'Beta', 'is-active': isActive, 'accepts-video': acceptsVideo };
  return assignmentProblems({ dsp, isAllowed: true, isVideoOnly: false, ...changes });
}

describe('a DSP', () => {
  it.each([
    ['that is active and available', {}],
    ['that accepts video, for an album of music videos', { isVideoOnly: true, acceptsVideo: true }],
    ['that accepts video, for an album of songs', { acceptsVideo: true }],
  ])('can be assigned: %s', (_, changes) => expect(problems(changes)).toEqual([]));

  it.each([
    ['that is not active', { isActive: false }, 'dsp_not_available'],
    ['that is not available to the owner', { isAllowed: false }, 'dsp_not_available'],
    ['without video, for an album of music videos', { isVideoOnly: true }, 'dsp_does_not_accept_video'],
  ])('cannot be assigned, and the message names it: %s', (_, changes, code) =>
    expect(problems(changes)).toEqual([{ code, detail: expect.stringContaining('Beta'), pointer: DSP }]),
  );

  it('has one problem if it is neither active nor available', () => {
    const [first, ...others] = problems({ isActive: false, isAllowed: false });
    expect(first?.detail).toBe(problems({ isActive: false })[0]?.detail);
    expect(first?.detail).not.toBe(problems({ isAllowed: false })[0]?.detail);
    expect(others).toEqual([]);
  });

  it('is reported on the relationship if it is already assigned', () => {
    expect(alreadyAssigned).toEqual({
      code: 'album_dsp_exists',
      detail: expect.stringContaining('album'),
      pointer: DSP,
    });
  });
});

it('the id of an assignment contains the album and the DSP', () => {
  expect(albumDspId('114876805523000', '12')).toBe('114876805523012');
  expect(pairOf('114876805523012', 1000)).toEqual({ album: '114876805523000', dsp: '12' });
});
