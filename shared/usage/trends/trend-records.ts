/** Trends as records. An id contains the subject, day, DSP, country and album. */
import type { Stored, StoredRecord } from '../../kit/declare/fields.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { Trend } from './trends.ts';

/** The track, album or artist of a trend. */
type SubjectRecord = Pick<Stored, 'type' | 'id' | 'ownerId' | 'fields'>;

/** Types of subjects by type of trends. */
const subjectTypes = {
  'track-trends': 'tracks',
  'album-trends': 'albums',
  'artist-trends': 'artists',
} as const;

/** For an artist's plays of tracks without an album. */
const NO_ALBUM = '0';

export function trendRecord(
  { type }: Pick<Resource, 'type'>,
  subject: SubjectRecord,
  trend: Trend,
): StoredRecord {
  const { date, country, plays, dsp } = trend;
  const fields = { date, country, plays, dsp, album: albumOf(subject, trend) };
  return { type, id: trendId(subject, trend), ownerId: subject.ownerId, version: 1, fields };
}

function trendId({ type, id }: SubjectRecord, { date, dsp, country, album }: Trend): string {
  const parts = [id, date.replaceAll('-', ''), dsp, country];
  return [...parts, ...(type === subjectTypes['artist-trends'] ? [album ?? NO_ALBUM] : [])].join('-');
}

function albumOf({ type, id, fields }: SubjectRecord, { album }: Trend): string | null {
  if (type === subjectTypes['album-trends']) return id;
  if (type === subjectTypes['artist-trends']) return album;
  const { 'oldest-album': oldest } = fields;
  return typeof oldest === 'string' ? oldest : null;
}

/** @param id matches the pattern of its declaration. Only those of artists have an album. */
export function readTrendId(id: string): Omit<Trend, 'plays'> & { readonly subjectId: string } {
  const [subjectId, day, dsp, country, album] = tupleOf(5, `${id}-${NO_ALBUM}`.split('-').slice(0, 5));
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  return { subjectId, date, dsp, country, album: album === NO_ALBUM ? null : album };
}
