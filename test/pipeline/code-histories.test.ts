/**
 * Random histories of codes and reports against a model: what owners earn changes by what the lines of stores
 * changed, and by nothing else, however the tracks change and wherever they move.
 */
import { beforeAll, expect, it } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { markDelivered } from '../../shared/distribution/deliveries/mark-delivered.ts';
import { findRecords, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { api } from '../../shared/service/api.ts';
import { call, newAdmin, type Person, signedInAgain } from '../support/calls.ts';
import { SeededRandom } from '../support/catalogue/random.ts';
import { isLong, seed } from '../support/long-run.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { pay } from '../support/royalties.ts';
import { importOf, start, usageSums, useUsage } from './usage.ts';
import { settleAll } from './work-stage.ts';

useUsage();
const moves = useMoves();
beforeAll(() => {
  process.env['BUCKET_NAME'] = 'packages';
});

const STEPS = 14;
const HISTORIES = isLong ? 5000 : 25;
const CODES = ['DEAB12600001', 'DEAB12600002', 'DEAB12600003', 'DEAB12600004'];
/** The unit in which sums are stored. */
const UNIT = 10n ** 12n;

interface ModelTrack {
  readonly owner: number;
  readonly id: string;
  code: string | null;
}

interface ModelLine {
  readonly code: string;
  readonly revenue: number;
  /** The owner who earns it; undefined as long as it is unmatched. */
  owner: number | undefined;
}

/** The expected earnings of two owners. */
class Model {
  readonly tracks: ModelTrack[] = [];
  readonly reports = new Map<string, ModelLine[]>();
  readonly paid = [0, 0];
  /** The owners with whose tracks stores got each code. */
  readonly #got = new Map<string, Set<number>>();

  deliver({ owner, code }: ModelTrack): void {
    if (code !== null) this.#got.set(code, (this.#got.get(code) ?? new Set()).add(owner));
  }

  /**
   * Unmatched lines of all reports are matched again by each import. A code of several owners stays with the one for
   * whom the report has counted it.
   */
  import(name: string, lines: readonly Omit<ModelLine, 'owner'>[]): void {
    const before = this.reports.get(name) ?? [];
    const keeperOf = (code: string) => {
      const holders = this.#holdersOf(code);
      const counted = before.find((line) => line.code === code)?.owner;
      return counted !== undefined && holders.has(counted) ? counted : undefined;
    };
    this.reports.set(
      name,
      lines.map((line) => ({ ...line, owner: this.#ownerOf(line.code) ?? keeperOf(line.code) })),
    );
    for (const all of this.reports.values()) for (const line of all) line.owner ??= this.#ownerOf(line.code);
  }

  /** Unmatched lines belong to no organization, so they stay behind. */
  move(): void {
    for (const [name, lines] of this.reports)
      this.reports.set(
        name,
        lines.filter(({ owner }) => owner !== undefined),
      );
  }

  /** A code that no store has is that of a track on a delivered album. */
  #holdersOf(code: string): ReadonlySet<number> {
    const placed = () => new Set(this.tracks.filter((each) => each.code === code).map(({ owner }) => owner));
    return this.#got.get(code) ?? placed();
  }

  #ownerOf(code: string): number | undefined {
    const [first, ...others] = this.#holdersOf(code);
    return others.length > 0 ? undefined : first;
  }

  earned(owner: number): number {
    const lines = [...this.reports.values()].flat().filter((line) => line.owner === owner);
    return lines.reduce((sum, { revenue }) => sum + revenue, 0);
  }
}

class History {
  readonly model = new Model();
  readonly said: string[] = [];
  readonly #random: SeededRandom;
  #people: readonly Person[];
  #number = 0;

  constructor(random: SeededRandom, people: readonly Person[]) {
    this.#random = random;
    this.#people = people;
  }

  async step(): Promise<void> {
    const { model } = this;
    const changes = [this.#change, this.#change, this.#delete, this.#redeliver, this.#report, this.#report];
    const rare = this.#random.happens(1 / 8) ? [this.#move, this.#pay] : [];
    const possible =
      model.tracks.length > 0 ? [this.#deliver, ...changes, this.#correct, ...rare] : [this.#deliver];
    this.#number += 1;
    await this.#random.pick(possible).call(this);
  }

  async check(): Promise<void> {
    const { revenue } = await usageSums();
    for (const [owner, { userId }] of this.#people.entries())
      expect(revenue[`${userId} EUR 2026-01`] ?? 0n, this.said.join('\n')).toBe(
        BigInt(this.model.earned(owner)) * UNIT,
      );
  }

  async checkBalances(): Promise<void> {
    const { paid } = this.model;
    for (const [owner, person] of this.#people.entries()) {
      const { body } = await call(royalties, 200, {
        path: '/royalties/summary?filter[currency]=EUR',
        token: person.token,
      });
      const { 'total-earned': all, 'current-balance': balance } = body.data.attributes;
      const sums = [Number(all), Number(balance)];
      const expected = this.model.earned(owner);
      expect(sums, this.said.join('\n')).toEqual([expected, expected - (paid[owner] ?? 0)]);
    }
  }

  #person = (owner: number): Person => {
    const person = this.#people[owner];
    if (!person) throw new Error(`There is no owner ${owner}.`);
    return person;
  };

  async #deliver(): Promise<void> {
    const owner = this.#random.between(0, 1);
    const code = this.#random.pick(CODES);
    const made = await newDeliveredRelease(this.#person(owner), [
      { title: `Song ${this.#number}`, isrc: code },
    ]);
    const track = { owner, id: made.trackIds[0] ?? '', code };
    this.said.push(`${owner} delivers ${track.id} with ${code}`);
    this.model.tracks.push(track);
    this.model.deliver(track);
  }

  async #change(): Promise<void> {
    const track = this.#random.pick(this.model.tracks);
    const code = this.#random.pick([...CODES, null]);
    this.said.push(`${track.owner} changes ${track.id} from ${track.code} to ${code}`);
    await call(tracks, 200, {
      method: 'PATCH',
      path: `/tracks/${track.id}`,
      token: this.#person(track.owner).token,
      body: { data: { type: 'tracks', id: track.id, attributes: { 'isrc-code': code } } },
    });
    track.code = code;
  }

  async #delete(): Promise<void> {
    const track = this.#random.pick(this.model.tracks);
    this.said.push(`${track.owner} deletes ${track.id}`);
    const { token } = this.#person(track.owner);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${track.id}`, token });
    this.model.tracks.splice(this.model.tracks.indexOf(track), 1);
  }

  async #redeliver(): Promise<void> {
    const track = this.#random.pick(this.model.tracks);
    this.said.push(`${track.owner} delivers ${track.id} again with ${track.code}`);
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const found = await findRecords(store, trackRecords, [track.id]);
    await markDelivered(
      store,
      found.map(({ id, fields }) => ({ id, isrc: fields['isrc-code'] })),
    );
    this.model.deliver(track);
  }

  #report = (): Promise<void> => this.#import(`report ${this.#number}.csv`);

  #correct(): Promise<void> {
    const names = [...this.model.reports.keys()];
    return this.#import(names.length > 0 ? this.#random.pick(names) : `report ${this.#number}.csv`);
  }

  async #import(name: string): Promise<void> {
    const lines = Array.from({ length: this.#random.between(1, 3) }, (_, at) => ({
      code: this.#random.pick(CODES),
      revenue: this.#number * 10 + at - (this.#random.happens(1 / 4) ? 200 : 0),
    }));
    const content = lines.map(
      ({ code, revenue }) => `2026-01-05,1,US,${code},${this.#number},${revenue},EUR`,
    );
    this.said.push(`${name}: ${lines.map(({ code, revenue }) => `${code} ${revenue}`).join(', ')}`);
    await start({ name, content });
    // Also matches the lines of other reports again.
    await settleAll();
    const { counts } = await importOf(name);
    this.model.import(name, lines);
    const unmatched = this.model.reports.get(name)?.filter(({ owner }) => owner === undefined).length;
    expect(counts, this.said.join('\n')).toMatchObject({ imported: lines.length, unmatched });
  }

  async #pay(): Promise<void> {
    const owner = this.#random.between(0, 1);
    this.said.push(`${owner} is paid`);
    await pay(this.#person(owner), { amount: formatAmount(UNIT * 5n) });
    this.model.paid[owner] = (this.model.paid[owner] ?? 0) + 5;
  }

  async #move(): Promise<void> {
    this.said.push('Both move to another stage');
    const folders: string[] = [];
    for (const { organizationId } of this.#people) folders.push(await moves.exported(organizationId));
    await clearTable();
    for (const folder of folders) await moves.imported(folder);
    this.model.move();
    this.#people = await Promise.all(this.#people.map(signedInAgain));
  }
}

it(
  `${HISTORIES} random histories of two owners match their lines`,
  async () => {
    const random = new SeededRandom(seed);
    for (let number = 0; number < HISTORIES; number++) {
      await clearTable();
      const history = new History(random, [await newAdmin(), await newAdmin()]);
      for (let step = 0; step < STEPS; step++) {
        await history.step();
        await history.check();
      }
      await history.checkBalances();
    }
  },
  isLong ? 7_200_000 : 180_000,
);
