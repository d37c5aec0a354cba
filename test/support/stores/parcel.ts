/** A parcel for tests: tests name only what matters to them. */
import type { Parcel, ParcelArtist, ParcelRelease, ParcelTrack } from '../../../shared/ern/write/parcel.ts';

/** @example artist('Ada Quist', { role: 'featuring' }) */
export const artist = (name: string, particulars: Partial<ParcelArtist> = {}): ParcelArtist => ({
  id: `artist-${name}`,
  name,
  role: 'main_artist',
  order: null,
  isni: null,
  ipi: null,
  ...particulars,
});

/** @example track({ order: 2, isrc: null }) */
export const track = (particulars: Partial<ParcelTrack> = {}): ParcelTrack => ({
  id: `9${particulars.disc ?? 1}${particulars.order ?? 1}`,
  title: 'Half Past Three',
  titleTranslations: [],
  version: null,
  isExplicit: false,
  language: 'en',
  genres: ['Jazz'],
  rightsOwnerYear: 2027,
  rightsOwnerName: 'Blue Room',
  artists: [artist('Nia Calder')],
  isrc: 'QZABC2700001',
  iswc: null,
  disc: 1,
  order: 1,
  duration: '00:04:05',
  isVideo: false,
  aiUsage: null,
  credits: [],
  lyrics: null,
  syncedLyrics: null,
  previewStart: null,
  audio: 'https://files.example/small-hours-1.wav',
  md5: null,
  heardMd5: null,
  masters: [],
  ...particulars,
});

export const release = (particulars: Partial<ParcelRelease> = {}): ParcelRelease => ({
  id: '7',
  title: 'Small Hours',
  titleTranslations: [],
  version: null,
  isExplicit: false,
  language: 'en',
  genres: ['Jazz'],
  rightsOwnerYear: 2027,
  rightsOwnerName: 'Blue Room',
  artists: [artist('Nia Calder')],
  upc: '850001000314',
  catalogueNumber: null,
  releaseDate: '2027-03-05',
  releaseTime: null,
  releaseTimeZone: 'local',
  preOrderDate: null,
  isCompilation: false,
  format: 'album',
  artwork: 'https://files.example/small-hours.jpg',
  artworkSize: null,
  artworkAiUsage: null,
  label: 'Blue Room',
  copyright: null,
  publishing: null,
  territories: ['DE', 'FR'],
  tracks: [track()],
  ...particulars,
});

/** @example parcel({ type: 'takedown', release: release({ tracks: [] }) }) */
export const parcel = (particulars: Partial<Parcel> = {}): Parcel => ({
  storeDeliveryId: 'delivery-1',
  type: 'delivery',
  dsp: { id: '1', name: 'Alpha' },
  release: release(),
  createdAt: '2027-01-15T10:00:00.000Z',
  ...particulars,
});
