/** Operations that change money, as random choices. Each can be repeated after the death of its function. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { markDelivered } from '../../../shared/distribution/deliveries/mark-delivered.ts';
import { storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { formatAmount } from '../../../shared/kit/values/money.ts';
import { isProblem } from '../../../shared/kit/values/problems.ts';
import { api } from '../../../shared/service/api.ts';
import { findImport } from '../../../shared/usage/import/start-import.ts';
import { type Person, send } from '../../support/calls.ts';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import { payRoyalties, voidPayment } from '../../support/royalties.ts';
import { HEADER, start } from '../usage.ts';
import type { CodeChange, ModelTrack } from './codes.ts';
import type { Content, ModelLine, ModelPayment, Money } from './model.ts';

export const CODES = ['DEAB12600001', 'DEAB12600002', 'DEAB12600003', 'DEAB12600004'];
export const CURRENCIES = ['EUR', 'USD'];
export const MONTHS = ['2026-01', '2026-02'];
const PERIOD = '2026-01';

export interface Operation {
  readonly says: string;
  /** @param wait lets work go on. */
  readonly run: (wait: () => Promise<void>) => Promise<void>;
  readonly code?: CodeChange;
  readonly content?: { readonly name: string; readonly content: Content; readonly canBeKnown: boolean };
  readonly payment?: { readonly reference: string; readonly after: ModelPayment };
}

interface Making {
  readonly random: SeededRandom;
  readonly money: Money;
  readonly people: readonly Person[];
  /** A number that no other operation has. */
  readonly next: () => number;
  /** Ids of the tracks that other operations of the round are about. */
  readonly busy: Set<string>;
}

type Maker = (making: Making) => Operation[];

function personOf({ people }: Making, owner: number): Person {
  const person = people[owner];
  if (!person) throw new Error(`There is no owner ${owner}.`);
  return person;
}

/** A few digits anywhere between the largest amount and the smallest. */
const randomAmount = (random: SeededRandom): bigint =>
  BigInt(random.between(-40, 200)) * 10n ** BigInt(random.between(0, 14));

/** One code, or two of one line, as reports are read. */
const randomCode = (random: SeededRandom): string =>
  random.happens(1 / 5)
    ? [...new Set([random.pick(CODES), random.pick(CODES)])].toSorted().join('|')
    : random.pick(CODES);

function newContent({ random, next }: Making): Content {
  const count = random.happens(1 / 8) ? 0 : random.between(1, 4);
  const plays = next();
  const lines = Array.from(
    { length: count },
    (_, at): ModelLine => ({
      date: `${random.pick(MONTHS)}-${10 + at}`,
      dsp: random.pick(['1', '4']),
      code: randomCode(random),
      currency: random.pick(CURRENCIES),
      plays: plays * 10 + at,
      revenue: randomAmount(random),
      times: random.happens(1 / 6) ? 2 : 1,
    }),
  );
  const texts = lines.flatMap(({ times, ...line }) => Array<string>(times).fill(textOf(line)));
  const text = `${[HEADER, ...texts].join('\n')}\n`;
  return { lines, text, sha256: createHash('sha256').update(text).digest('hex') };
}

const textOf = ({ date, dsp, code, plays, revenue, currency }: Omit<ModelLine, 'times'>): string =>
  [date, dsp, 'US', code, plays, formatAmount(revenue), currency].join();

/** For the end of another import of a name, also on a busy machine. */
const MAX_WAIT_MS = 120_000;

/** @param canBeKnown whether another name has the content, or may get it. */
const importing = (name: string, content: Content, canBeKnown = false): Operation => ({
  says: `${name}: ${content.lines.map((line) => `${line.times} x ${textOf(line)}`).join(' | ')}`,
  content: { name, content, canBeKnown },
  async run(wait) {
    const until = performance.now() + MAX_WAIT_MS;
    while (performance.now() < until) {
      try {
        await start({ name, content: content.text, partitions: 2 });
        return;
      } catch (error) {
        if (canBeKnown && isProblem(error, 'usage_file_known')) return;
        if (!isProblem(error, 'usage_import_running')) throw error;
      }
      await wait();
    }
    throw new Error(
      `The import before ${name} does not end: ${JSON.stringify(await findImport(new Table(), name))}`,
    );
  },
});

const newName = ({ next }: Making): string => `report ${next()}.csv`;

const reports: Maker = (making) => [importing(newName(making), newContent(making))];

const corrections: Maker = (making) => {
  const names = [...making.money.loaded.keys()];
  return names.length > 0 ? [importing(making.random.pick(names), newContent(making))] : reports(making);
};

const twoOfOneName: Maker = (making) => {
  const names = [...making.money.loaded.keys()];
  const name = names.length > 0 ? making.random.pick(names) : newName(making);
  return [importing(name, newContent(making)), importing(name, newContent(making))];
};

const twoOfOneContent: Maker = (making) => {
  const content = newContent(making);
  return [newName(making), newName(making)].map((name) => importing(name, content, true));
};

/** What has a name already, under another one. */
const copies: Maker = (making) => {
  const all = [...making.money.loaded.values()];
  return all.length > 0 ? [importing(newName(making), making.random.pick(all).content, true)] : [];
};

const rematches: Maker = () => [
  {
    says: 'rematch',
    async run() {
      expect(
        await operate({ command: 'import-usage', arguments: { rematch: true }, actor: 'test' }),
      ).toHaveProperty('result');
    },
  },
];

const payments: Maker = (making) => {
  const { random, next } = making;
  const owner = random.between(0, 1);
  const currency = random.pick(CURRENCIES);
  const amount = BigInt(random.between(1, 99)) * 10n ** BigInt(random.between(3, 12));
  const reference = `payment ${next()}`;
  const paying: Operation = {
    says: `${owner} is paid ${amount} ${currency}: ${reference}`,
    payment: { reference, after: { owner, currency, amount } },
    async run() {
      const given = { period: PERIOD, amount: formatAmount(amount), currency, reference };
      expect(await payRoyalties(personOf(making, owner).userId, given)).toHaveProperty('result');
    },
  };
  return random.happens(1 / 3) ? [paying, paying] : [paying];
};

const voids: Maker = (making) => {
  const paid = [...making.money.payments].filter(([, { amount }]) => amount > 0n);
  if (paid.length === 0) return payments(making);
  const [reference, payment] = making.random.pick(paid);
  const voiding: Operation = {
    says: `${reference} is voided`,
    payment: { reference, after: { ...payment, amount: 0n } },
    async run() {
      const user = personOf(making, payment.owner).userId;
      expect(await voidPayment(user, { reference, reason: 'It came back.' })).toHaveProperty('result');
    },
  };
  return making.random.happens(1 / 3) ? [voiding, voiding] : [voiding];
};

function freeTrack({ random, money, busy }: Making): ModelTrack | undefined {
  const free = money.codes.tracks.filter(({ id }) => !busy.has(id));
  if (free.length === 0) return undefined;
  const track = random.pick(free);
  busy.add(track.id);
  return track;
}

function changing(making: Making, track: ModelTrack): Operation {
  const code = making.random.pick([...CODES, null]);
  return {
    says: `${track.owner} changes ${track.id} from ${track.code} to ${code}`,
    code: { is: 'change', track, code },
    async run() {
      const { token } = personOf(making, track.owner);
      const data = { type: 'tracks', id: track.id, attributes: { 'isrc-code': code } };
      const path = `/tracks/${track.id}`;
      expect([200, 404]).toContain(
        (await send(tracks, { method: 'PATCH', path, token, body: { data } })).status,
      );
    },
  };
}

function deleting(making: Making, track: ModelTrack): Operation {
  return {
    says: `${track.owner} deletes ${track.id}`,
    code: { is: 'delete', track },
    async run() {
      const { token } = personOf(making, track.owner);
      const { status } = await send(tracks, { method: 'DELETE', path: `/tracks/${track.id}`, token });
      expect([204, 404]).toContain(status);
    },
  };
}

const changes: Maker = (making) => {
  const track = freeTrack(making);
  if (!track) return [];
  return making.random.happens(1 / 3)
    ? [changing(making, track), changing(making, track)]
    : [changing(making, track)];
};

const deletions: Maker = (making) => {
  const track = freeTrack(making);
  if (!track) return [];
  const deletion = deleting(making, track);
  return making.random.happens(1 / 3) ? [deletion, changing(making, track)] : [deletion];
};

/** Another store gets the track, or the same one again. */
const deliveries: Maker = (making) => {
  const track = freeTrack(making);
  if (!track) return [];
  const { id, owner, code } = track;
  return [
    {
      says: `${owner} delivers ${id} with ${code}`,
      code: { is: 'deliver', owner, code },
      run: () => markDelivered(storeOf(api, { table: new Table(), now: new Date() }), [{ id, isrc: code }]),
    },
  ];
};

const makers: readonly Maker[] = [
  ...[reports, reports, corrections, corrections, twoOfOneName, twoOfOneContent, copies, rematches],
  ...[payments, voids, changes, changes, deletions, deliveries],
];

/** @returns three to six operations, which can run in any order. */
export function operationsOf(making: Making): Operation[] {
  const operations: Operation[] = [];
  while (operations.length < 3) operations.push(...making.random.pick(makers)(making));
  return operations;
}
