/** Which DSPs can be assigned to an album (specification 2.6). */
import type { Problem } from '../../kit/values/problems.ts';

interface AssignedDsp {
  readonly id: string;
  readonly name: string;
  readonly 'is-active': boolean;
  readonly 'accepts-video': boolean;
}

export interface Assignment {
  readonly dsp: AssignedDsp;
  /** Whether the owner may distribute to the DSP. */
  readonly isAllowed: boolean;
  /** Whether the album has tracks and all of them are music videos. */
  readonly isVideoOnly: boolean;
}

const DSP = '/data/relationships/dsp';

export function assignmentProblems({ dsp, isAllowed, isVideoOnly }: Assignment): Problem[] {
  const { name, 'is-active': isActive, 'accepts-video': acceptsVideo } = dsp;
  if (!isActive) return [unavailable(`${name} does not currently accept albums.`)];
  if (!isAllowed) return [unavailable(`${name} is not available to you.`)];
  if (!isVideoOnly || acceptsVideo) return [];
  const detail = `${name} does not accept video, and all tracks of the album are music videos.`;
  return [{ code: 'dsp_does_not_accept_video', detail, pointer: DSP }];
}

const unavailable = (detail: string): Problem => ({ code: 'dsp_not_available', detail, pointer: DSP });

export const alreadyAssigned: Problem = {
  code: 'album_dsp_exists',
  detail: 'The album already has this DSP.',
  pointer: DSP,
};

/** The ids that follow an album's id are reserved for its DSPs. */
export const albumDspId = (album: string, dsp: string): string => String(Number(album) + Number(dsp));

/** @param spacing the gap between the ids of albums. */
export function pairOf(id: string, spacing: number): { readonly album: string; readonly dsp: string } {
  const dsp = Number(id) % spacing;
  return { album: String(Number(id) - dsp), dsp: String(dsp) };
}
