/** The sources of trends, by id. Lists of trends are served by list-trends.ts. */
import { albums } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import type { StoredRecord } from '../../kit/declare/fields.ts';
import type { RecordSource } from '../../kit/declare/record-source.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { findRecord } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { albumTrends, artistTrends, trackTrends } from '../api/trends.ts';
import { readTrendId, trendRecord } from './trend-records.ts';
import { findTrend } from './trends.ts';

const sourceOf = (resource: Resource, subjects: Resource): RecordSource => ({
  async find(ids, { table }) {
    const records = await Promise.all(ids.map((id) => findOne(table, { resource, subjects, id })));
    return records.filter((record) => record !== undefined);
  },
  owned: () => notListed(resource),
  linking: () => notListed(resource),
});

async function findOne(
  table: Table,
  { resource, subjects, id }: { resource: Resource; subjects: Resource; id: string },
): Promise<StoredRecord | undefined> {
  const { subjectId, ...trendId } = readTrendId(id);
  const subject = await findRecord({ table }, subjects, subjectId);
  const trend = subject && (await findTrend(table, { type: subjects.type, id: subjectId }, trendId));
  return trend && trendRecord(resource, subject, trend);
}

const notListed = ({ type }: Resource): never => {
  throw new Error(`All ${type} of an owner together are too many for one list.`);
};

export const trendSources = {
  'track-trends': sourceOf(trackTrends, tracks),
  'album-trends': sourceOf(albumTrends, albums),
  'artist-trends': sourceOf(artistTrends, artists),
};
