/** Runs releases in one process: the stream of the table, reviews, deliveries to stores, and their events. */
import { expect } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { eventsOnBus } from './stream-stage.ts';
import { now, useWorkStage } from './work-stage.ts';

export { work, workFor } from './stream-stage.ts';
export { now, pass, queue } from './work-stage.ts';

/** Starts everything for the tests of a file. */
export const useDistribution = (
  settings: Partial<Settings> = {},
  more: { readonly slotsPerOwner?: number } = {},
): void =>
  useWorkStage({
    consumers: {
      Review: reviewerWith({ now }),
      Store: delivererWith({ now, random: () => 0.5, storeFor }),
    },
    settings,
    ...more,
    streams: true,
  });

/** An event on the bus. */
interface Announced {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly album?: { readonly id: number };
    readonly distribution_request?: { readonly album_id: number };
    readonly delivery?: { readonly album_id: number; readonly status: string };
    readonly store?: { readonly id: number };
    readonly store_delivery?: { readonly id: string };
    readonly previous_status?: string | null;
    readonly status?: string;
  };
}

/** All events about an album on the bus, including duplicates. */
function eventsAbout(album: string): Announced[] {
  return eventsOnBus<Announced>().filter(({ data }) => {
    const about = data.album?.id ?? data.distribution_request?.album_id ?? data.delivery?.album_id;
    return String(about) === album;
  });
}

/** Summarizes an event. @example 'album.status_changed draft -> in_review' */
function summaryOf({ type, data }: Announced): string {
  if (data.previous_status !== undefined) return `${type} ${data.previous_status} -> ${data.status}`;
  return data.store ? `${type} ${data.store.id}` : `${type} ${data.delivery?.status}`;
}

/** The events of an album, one for each id. Fails when one change has two ids. */
export function toldOnce(album: string): string[] {
  const byId = new Map(eventsAbout(album).map((event) => [event.id, event]));
  const told = [...byId.values()].map((event) => `${summaryOf(event)} ${subjectOf(event)}`);
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
  return [...byId.values()].map(summaryOf).toSorted();
}

const subjectOf = ({ data }: Announced): string =>
  JSON.stringify([data.delivery, data.distribution_request, data.store_delivery]);
