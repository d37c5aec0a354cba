/** A track as released on an album: what matches show, and what is compared. */
import * as v from 'valibot';
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { readIswc } from '../../catalogue/rules/iswc.ts';
import type { Item } from '../../kit/table/item.ts';
import { titleForm } from '../rules/text/title-form.ts';
import { boundedTrack, type ComparedTrack } from '../rules/text/track-similarity.ts';

export const releasedTrackSchema = v.object({
  trackId: v.string(),
  albumId: v.string(),
  title: v.string(),
  /** Names of the main artists. */
  artists: v.array(v.string()),
  isrc: v.nullable(v.string()),
  /** Rows of an earlier version have none. */
  iswc: v.optional(v.nullable(v.string()), null),
  albumTitle: v.string(),
  label: v.nullable(v.string()),
  upc: v.nullable(v.string()),
  releaseDate: v.string(),
});

export type ReleasedTrack = Readonly<v.InferOutput<typeof releasedTrackSchema>>;

/** @throws ValiError if the row is not a released track. */
export const toReleasedTrack = (row: Item): ReleasedTrack => v.parse(releasedTrackSchema, row);

/** The properties of a track that are compared. */
export const comparedTrack = ({
  isrc,
  iswc,
  title,
  artists,
}: Pick<ReleasedTrack, 'isrc' | 'iswc' | 'title' | 'artists'>): ComparedTrack =>
  boundedTrack({
    isrc: readIsrc(isrc) ?? '',
    iswc: readIswc(iswc) ?? '',
    title: titleForm(title),
    artists: artists.map(titleForm).filter((name) => name !== ''),
  });
