/** Pairs of requests about one release, which the two clients of a soak send at the same time. */
import type { Pair, Step } from './pair.ts';
import {
  deleteAlbum,
  deleteArtist,
  deleteFirst,
  deleteLabel,
  deleteMain,
  deletePlace,
  deleteSecond,
  deleteStore,
  move,
  newTrack,
  preapprove,
  reject,
  reorder,
  request,
  retitle,
  share,
  withoutArtwork,
  withoutAudio,
} from './requests.ts';

const pair = (name: string, one: Step, other: Step, isRequested = false): Pair => ({
  name,
  release: { isRequested },
  mostDelayMs: 12,
  steps: [one, other],
});

export const pairs: readonly Pair[] = [
  pair('a request and the deletion of a track', request, deleteFirst),
  pair('a request and the deletion of the last track', request, deleteSecond),
  pair('a request and a track that moves', request, move),
  pair('a request and the deletion of a place', request, deletePlace),
  pair('a request and the deletion of the album', request, deleteAlbum),
  pair('two requests', request, request),
  pair('a request and a track that leaves a gap', request, reorder),
  pair('a request and a track without audio', request, withoutAudio),
  pair('a request and an album without artwork', request, withoutArtwork),
  pair('a request and the last main artist of the album', request, deleteArtist),
  pair('a request and the last main artist of a track', request, deleteMain),
  pair('a request and the only store', request, deleteStore),
  pair('a request and a track at a taken place', request, newTrack),
  pair('a decision and another', preapprove, reject, true),
  pair('a preapproval and the deletion of a track', preapprove, deleteFirst, true),
  pair('a rejection and the deletion of a track', reject, deleteSecond, true),
  pair('a rejection and a request', reject, request, true),
  pair('two deletions of tracks', deleteFirst, deleteSecond),
  pair('a place on another album and the deletion of its track', share, deleteSecond),
  pair('a new title and the deletion of the label', retitle, deleteLabel),
];
