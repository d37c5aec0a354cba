/** The place that a track shows: order and disc on the oldest album it is on. */

export interface TrackPlace {
  readonly album: string;
  readonly order: number;
  readonly disc: number;
}

/** @returns the place on the oldest album: ids grow with creation time. Undefined without any. */
export const shownPlace = <P extends Pick<TrackPlace, 'album'>>(places: readonly P[]): P | undefined =>
  places.toSorted((left, right) => Number(left.album) - Number(right.album))[0];
