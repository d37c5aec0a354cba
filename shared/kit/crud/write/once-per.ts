/** Loads what several hooks need of the same draft or record once. */
import type { Context } from '../context.ts';

/**
 * Each attempt of a request has its own draft or record, so what is loaded for one is never used for another attempt.
 * @example
 * const placesOf = oncePer((track: StoredRecord, context) =>
 *   linkedRecords(context, track, { resource: albumTracks, by: 'track' }),
 * );
 */
export function oncePer<S extends object, T>(
  load: (subject: S, context: Context) => Promise<T>,
): (subject: S, context: Context) => Promise<T> {
  const loading = new WeakMap<S, Promise<T>>();
  return (subject, context) => {
    const loaded = loading.get(subject) ?? load(subject, context);
    loading.set(subject, loaded);
    return loaded;
  };
}
