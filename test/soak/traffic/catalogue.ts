/** A lane of one user who makes, changes and deletes records of the catalogue. */
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import { NoResponse } from '../client.ts';
import type { KnownRecord, User } from '../model.ts';
import { linked, type Soak } from '../soak.ts';

const atAnHour = {
  'release-time': '09:00',
  'release-time-zone': 'Asia/Tokyo',
  'pre-order-date': '2026-12-01',
};
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Soak Records' };
const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };

interface Draft {
  readonly album: KnownRecord;
  readonly tracks: KnownRecord[];
  nextOrder: number;
}

interface Sent {
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** By relationship: [type, id]. */
  readonly links?: Readonly<Record<string, readonly [string, string]>>;
}

export class CatalogueLane {
  readonly #soak: Pick<Soak, 'figures' | 'receivers'>;
  readonly #user: User;
  readonly #random: SeededRandom;
  /** Makes names that no other lane uses. */
  readonly #lane: string;
  readonly #drafts: Draft[] = [];
  readonly #labels: KnownRecord[] = [];
  #count = 0;

  constructor(
    soak: Pick<Soak, 'figures' | 'receivers'>,
    { user, random, lane }: { user: User; random: SeededRandom; lane: string },
  ) {
    this.#soak = soak;
    this.#user = user;
    this.#random = random;
    this.#lane = lane;
  }

  /** One action. */
  async step(): Promise<void> {
    const random = this.#random;
    const draft = this.#drafts.length > 0 ? random.pick(this.#drafts) : undefined;
    if (!draft || (random.happens(0.12) && this.#drafts.length < 40)) return void (await this.#newAlbum());
    const actions = [
      () => this.#newLabel(),
      () => this.#newTrack(draft),
      () => this.#newTrack(draft),
      () => this.#rename(draft.album),
      () => this.#changeTrack(draft),
      () => this.#deleteTrack(draft),
      () => this.#deleteAlbum(draft),
      () => this.#share(draft),
      () => this.#master(draft),
      () => this.#labelAgain(),
      () => this.#namelessAlbum(),
      () => this.#relabel(draft),
    ];
    await random.pick(actions)();
  }

  /** An album with its main artist, on a label. */
  async newRelease({
    tracks,
    dsps,
  }: {
    tracks: number;
    dsps: readonly string[];
  }): Promise<Release | undefined> {
    const draft = await this.#newAlbum(true);
    const artist = await this.create('artists', { attributes: { name: 'Soak Artist' } });
    if (!draft || !artist) return undefined;
    const album = draft.album.id;
    const main = { artist: ['artists', artist.id], 'artist-role': ['artist-roles', '1'] } as const;
    await this.create('album-artists', { links: { album: ['albums', album], ...main } });
    const made: { id: string; isrc: string }[] = [];
    for (let order = 1; order <= tracks; order++) {
      const isrc = this.#isrc();
      const track = await this.#createTrack(draft, { 'isrc-code': isrc });
      if (!track) return undefined;
      await this.create('track-artists', { links: { track: ['tracks', track.id], ...main } });
      made.push({ id: track.id, isrc });
    }
    for (const dsp of dsps)
      await this.create('album-dsps', { links: { album: ['albums', album], dsp: ['dsps', dsp] } }, false);
    this.#drafts.splice(this.#drafts.indexOf(draft), 1);
    return { album: draft.album, tracks: made };
  }

  /** @param isKept whether the record must exist in the end. @returns the record, if it was not rejected. */
  async create(
    type: string,
    { attributes = {}, links = {} }: Sent,
    isKept = true,
  ): Promise<KnownRecord | undefined> {
    const relationships = Object.fromEntries(
      Object.entries(links).map(([name, [of, id]]) => [name, linked(of, id)]),
    );
    const { status, body } = await this.#user.client.ask({
      method: 'POST',
      path: `/${type}`,
      body: {
        data: {
          type,
          attributes,
          relationships: type === 'tracks' ? { ...relationships, ...this.#trackLinks(links) } : relationships,
        },
      },
    });
    if (status !== 201) {
      this.#soak.figures.count(`rejected ${type}`);
      return undefined;
    }
    const values = {
      ...attributes,
      ...Object.fromEntries(Object.entries(links).map(([name, [, id]]) => [name, id])),
    };
    const { id } = body.data;
    const { albums: _, ...single } = values as Record<string, unknown>;
    return isKept ? this.#user.keep(type, String(id), single) : { type, id, values: new Map() };
  }

  #trackLinks = ({ albums }: NonNullable<Sent['links']>) => ({
    albums: { data: [{ type: 'albums', id: albums?.[1] }] },
    ...classified,
  });

  async change(
    known: KnownRecord,
    values: Readonly<Record<string, unknown>>,
    links: object = {},
  ): Promise<void> {
    const { type, id } = known;
    const names = Object.keys(links);
    const attributes = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
    const body = { data: { type, id, attributes, relationships: links } };
    const outcome = await this.#user.client.ask({ method: 'PATCH', path: `/${type}/${id}`, body });
    this.#user.changed(known, outcome, values);
  }

  async #remove(known: KnownRecord): Promise<boolean> {
    const path = `/${known.type}/${known.id}`;
    return this.#user.removed(known, await this.#user.client.ask({ method: 'DELETE', path }));
  }

  /** No other lane has the code, because the number of the lane is in it. */
  #upc(): string {
    this.#count += 1;
    const digits = `9${String(Number.parseInt(this.#lane, 36)).padStart(4, '0')}${String(this.#count).padStart(6, '0')}`;
    return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((code) => gtinOf(code)) ?? '';
  }

  #name(what: string): string {
    this.#count += 1;
    return `${what} ${this.#lane}-${this.#count}`;
  }

  #isrc(): string {
    this.#count += 1;
    return `QZ${this.#lane.toUpperCase().padStart(3, 'A').slice(0, 3)}26${String(this.#count).padStart(5, '0')}`;
  }

  async #newAlbum(isComplete = false): Promise<Draft | undefined> {
    const label = this.#labels.at(-1) ?? (await this.#newLabel());
    const attributes = {
      ...rights,
      title: this.#name('Album'),
      release_date: '2027-01-01',
      ...(this.#random.happens(0.3) && atAnHour),
      'is-compilation': this.#random.happens(0.2),
      ...((isComplete || this.#random.happens(0.5)) && { 'upc-code': this.#upc() }),
      ...(isComplete && { artwork: this.#soak.receivers.url('cover.jpg') }),
    };
    const links = {
      ...(label && { label: ['labels', label.id] as const }),
      'primary-genre': ['genres', '1'] as const,
      language: ['languages', '118'] as const,
    };
    const album = await this.create('albums', { attributes, links });
    if (!album) return undefined;
    const draft = { album, tracks: [], nextOrder: 1 };
    this.#drafts.push(draft);
    return draft;
  }

  /** Without a key: after a lost response, nobody knows whether it exists. */
  async #namelessAlbum(): Promise<void> {
    const title = this.#name('Nameless');
    const body = { data: { type: 'albums', attributes: { ...rights, title, release_date: '2027-01-01' } } };
    try {
      const { status, body: shown } = await this.#user.client.ask({
        method: 'POST',
        path: '/albums',
        body,
        hasKey: false,
      });
      if (status === 201) this.#user.keep('albums', shown.data.id, { title });
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#user.perhaps.push({ type: 'albums', title });
    }
  }

  async #newLabel(): Promise<KnownRecord | undefined> {
    const label = await this.create('labels', { attributes: { name: this.#name('Label') } });
    if (label) this.#labels.push(label);
    return label;
  }

  /** A name that the user already has gets the record that has it. All lanes of the user share one name. */
  async #labelAgain(): Promise<void> {
    const shared = await this.create('labels', { attributes: { name: 'Shared Label' } });
    const draft = this.#drafts.at(-1);
    if (shared && draft)
      await this.change(draft.album, { label: shared.id }, { label: linked('labels', shared.id) });
  }

  async #relabel({ album }: Draft): Promise<void> {
    const label = this.#labels.length > 0 ? this.#random.pick(this.#labels) : undefined;
    if (!label) return;
    await this.change(album, { label: label.id }, { label: linked('labels', label.id) });
    const old = this.#random.pick(this.#labels);
    if (this.#random.happens(0.5) && (await this.#remove(old)))
      this.#labels.splice(this.#labels.indexOf(old), 1);
  }

  #rename = (album: KnownRecord) => this.change(album, { title: this.#name('Renamed') });

  async #newTrack(draft: Draft): Promise<void> {
    if (draft.tracks.length < 12) await this.#createTrack(draft, {});
  }

  async #createTrack(draft: Draft, more: object): Promise<KnownRecord | undefined> {
    const attributes = {
      ...rights,
      title: this.#name('Track'),
      order: draft.nextOrder,
      'full-audiofile-url': this.#soak.receivers.url('song.wav'),
      ...more,
    };
    draft.nextOrder += 1;
    const track = await this.create('tracks', { attributes, links: { albums: ['albums', draft.album.id] } });
    if (track) draft.tracks.push(track);
    return track;
  }

  async #changeTrack({ tracks }: Draft): Promise<void> {
    if (tracks.length > 0) await this.change(this.#random.pick(tracks), { title: this.#name('Retitled') });
  }

  async #deleteTrack({ tracks }: Draft): Promise<void> {
    if (tracks.length === 0) return;
    const track = this.#random.pick(tracks);
    if (!(await this.#remove(track))) return;
    for (const draft of this.#drafts) {
      const index = draft.tracks.indexOf(track);
      if (index >= 0) draft.tracks.splice(index, 1);
    }
    // Records that belong to it are deleted with it.
    for (const known of this.#user.of('track-assets').concat(this.#user.of('album-tracks')))
      if (known.values.get('track')?.[0] === track.id) this.#user.records.delete(`${known.type}/${known.id}`);
  }

  async #deleteAlbum(draft: Draft): Promise<void> {
    if (draft.tracks.length > 2) return;
    for (const track of [...draft.tracks]) await this.#deleteTrack({ ...draft, tracks: [track] });
    if (await this.#remove(draft.album)) this.#drafts.splice(this.#drafts.indexOf(draft), 1);
  }

  /** Puts a track on another album as well. */
  async #share(draft: Draft): Promise<void> {
    const other = this.#random.pick(this.#drafts);
    if (draft === other || draft.tracks.length === 0) return;
    const track = this.#random.pick(draft.tracks);
    const attributes = { order: other.nextOrder, disc: 1 };
    other.nextOrder += 1;
    // It shows its place on the oldest album from now on.
    track.values.delete('order');
    const links = { album: ['albums', other.album.id], track: ['tracks', track.id] } as const;
    const place = await this.create('album-tracks', { attributes, links });
    if (place && !other.tracks.includes(track)) other.tracks.push(track);
  }

  async #master({ tracks }: Draft): Promise<void> {
    if (tracks.length === 0) return;
    const track = this.#random.pick(tracks);
    const attributes = { 'asset-type': 'dolby_atmos', url: this.#soak.receivers.url('master.wav') };
    await this.create('track-assets', { attributes, links: { track: ['tracks', track.id] } });
  }
}

export interface Release {
  readonly album: KnownRecord;
  readonly tracks: readonly { readonly id: string; readonly isrc: string }[];
}
