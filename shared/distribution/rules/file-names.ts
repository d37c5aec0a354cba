/** How files of a track are named for people. Pure. */

const names = { audio: 'audio', dolby_atmos: 'Dolby Atmos master', video: 'video' } as const;

/** @example fileNamed('video', { disc: 1, order: 2 }) // 'The video of track 2 on disc 1' */
export const fileNamed = (
  part: keyof typeof names,
  { disc, order }: { readonly disc: number; readonly order: number },
): string => `The ${names[part]} of track ${order} on disc ${disc}`;
