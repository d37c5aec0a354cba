/** Views of the catalogue's types, and sources of types without rows. */
import type { Feature } from '../kit/crud/feature.ts';
import { albumDspSource } from './album-dsp-source.ts';
import { creditSource } from './credits/credit-source.ts';
import { catalogueDeclared } from './declared.ts';
import { albumsView } from './views/albums.ts';
import { tracksView } from './views/tracks.ts';

export const catalogueShown: Feature = {
  ...catalogueDeclared,
  views: { albums: albumsView, tracks: tracksView },
  sources: { 'album-dsps': albumDspSource, 'track-credits': creditSource },
};
