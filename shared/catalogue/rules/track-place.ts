/** The place that a track shows, which is its order and disc on its oldest album. */

export interface TrackPlace {
  readonly album: string;
  readonly order: number;
  readonly disc: number;
}

/** @returns the place on the oldest album, which has the lowest id, or undefined without places. */
export const shownPlace = <P extends Pick<TrackPlace, 'album'>>(places: readonly P[]): P | undefined =>
  places.toSorted((left, right) => Number(left.album) - Number(right.album))[0];
