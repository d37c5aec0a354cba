/**
 * The documents of a catalogue with names instead of ids and without times, to compare those of two owners.
 */
import { handler as albumDsps } from '../../../functions/album-dsps/handler.ts';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { call, type Person } from '../calls.ts';

const handlers: Readonly<Record<string, ApiHandler>> = {
  ...{ labels, artists, albums, 'album-artists': albums, 'album-dsps': albumDsps },
  ...{ tracks, 'album-tracks': tracks, 'track-artists': tracks, 'track-assets': tracks },
  'track-credits': tracks,
};

interface Document {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

/** What identifies a record: its name, or what it links. */
function nameOf({ type, id, attributes, relationships = {} }: Document): string {
  const { name, 'upc-code': upc, title, 'isrc-code': isrc } = attributes;
  if (type === 'track-credits') return `${attributes['role']} ${attributes['name']}`;
  const own = upc ?? isrc ?? name ?? title;
  if (own !== undefined && own !== null) return String(own);
  const linked = Object.entries(relationships).map(([link, { data }]) => `${link} ${idIn(data)}`);
  return linked.length > 0 ? linked.sort().join(', ') : id;
}

const idIn = (data: unknown): string =>
  typeof data === 'object' && data && 'id' in data ? String(data.id) : '';

/**
 * @returns the documents of all types by type, in the order of their names. Tracks have different titles or
 * ISRCs.
 */
export async function catalogueDocuments({ token, userId }: Person): Promise<Record<string, unknown[]>> {
  const found: Document[] = [];
  for (const [type, handler] of Object.entries(handlers)) {
    const path = `/${type}?page[size]=100`;
    found.push(...(await call(handler, 200, { path, token })).body.data);
  }
  const names = new Map([[`users ${userId}`, 'the owner']]);
  // Links have the names of what they link.
  for (const document of found) if (!isLink(document)) names.set(keyOf(document), nameOf(document));
  const named = found.map((document) => renamed(document, names));
  const links = new Map(named.map((document) => [keyOf(document), nameOf(document)]));
  const whole = named.map((document) => renamed(document, links));
  return Object.fromEntries(
    Array.from(
      Map.groupBy(whole, ({ type }) => type),
      ([type, all]) => [
        type,
        all
          .map((each) => JSON.stringify(each))
          .sort()
          .map((each) => JSON.parse(each)),
      ],
    ),
  );
}

/** Records of different types can have the same id. */
const keyOf = ({ type, id }: Pick<Document, 'type' | 'id'>): string => `${type} ${id}`;

const isLink = ({ type }: Document): boolean => /-(?:artists|tracks|dsps|assets|credits)$/.test(type);

const OMITTED: ReadonlySet<string> = new Set(['created-at', 'updated-at', 'links']);

const renamed = (given: Document, names: ReadonlyMap<string, string>): Document =>
  JSON.parse(JSON.stringify(given), function (this: Partial<Document>, key, value) {
    if (OMITTED.has(key)) return undefined;
    if (key === 'artist-id') return names.get(`artists ${value}`) ?? value;
    return key === 'id' ? (names.get(`${this.type} ${value}`) ?? value) : value;
  });
