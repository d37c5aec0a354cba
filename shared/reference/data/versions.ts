/** The versions of a recording. Ids are never reused. */
import { versions } from '../api/versions.ts';
import { referenceData } from '../reference-data.ts';

export const versionData = referenceData(versions, () => [
  { id: '1', name: 'Original' },
  { id: '2', name: 'Remix' },
  { id: '3', name: 'Remaster' },
  { id: '4', name: 'Instrumental' },
  { id: '5', name: 'Acoustic' },
  { id: '6', name: 'Live' },
  { id: '7', name: 'Radio Edit' },
  { id: '8', name: 'Extended Mix' },
  { id: '9', name: 'Club Mix' },
  { id: '10', name: 'Dub Mix' },
  { id: '11', name: 'Single Version' },
  { id: '12', name: 'Album Version' },
  { id: '13', name: 'Demo' },
  { id: '14', name: 'Cover' },
  { id: '15', name: 'Karaoke' },
  { id: '16', name: 'A Cappella' },
  { id: '17', name: 'Unplugged' },
  { id: '18', name: 'Orchestral' },
  { id: '19', name: 'Re-Recorded' },
  { id: '20', name: 'Alternate Take' },
  { id: '21', name: 'Clean' },
  { id: '22', name: 'Sped Up' },
  { id: '23', name: 'Slowed Down' },
  { id: '24', name: 'Mono' },
]);

export const versionNameOf = (id: string | null): string | undefined =>
  versionData.rows().find((each) => each.id === id)?.name;
