/** One history of two owners: rounds of concurrent operations, each with a check of all money after it. */
import { expect } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { newAdmin, type Person, send, signedInAgain } from '../../support/calls.ts';
import type { SeededRandom } from '../../support/catalogue/random.ts';
import { clearTable, type useMoves } from '../../support/moves.ts';
import { newDeliveredRelease } from '../../support/releases.ts';
import { dieAfter, revive } from '../steps.ts';
import { indexFaults, queue, run, settle, usageTables } from '../usage.ts';
import { settleAll, startNewWork } from '../work-stage.ts';
import { expectExport, expectTrends } from './contents.ts';
import { storedLines, takeOver } from './loaded.ts';
import { Money, type Round } from './model.ts';
import { CODES, type Operation, operationsOf } from './operations.ts';
import { type Reader, readAll } from './readings.ts';

type Moves = ReturnType<typeof useMoves>;

const nothing: Round = { codes: [], contents: new Map(), payments: new Map() };

export class MoneyHistory {
  readonly #money = new Money();
  readonly #said: string[] = [];
  readonly #random: SeededRandom;
  readonly #moves: Moves;
  #people: readonly Person[];
  #number = 0;

  private constructor(random: SeededRandom, moves: Moves, people: readonly Person[]) {
    this.#random = random;
    this.#moves = moves;
    this.#people = people;
  }

  static async begin(random: SeededRandom, moves: Moves): Promise<MoneyHistory> {
    await clearTable();
    const history = new MoneyHistory(random, moves, [await newAdmin(), await newAdmin()]);
    for (const owner of [0, 1, random.between(0, 1)]) await history.#deliver(owner);
    return history;
  }

  async round(): Promise<void> {
    if (this.#random.happens(1 / 3)) await this.#deliver(this.#random.between(0, 1));
    if (this.#random.happens(1 / 8)) await this.#move();
    const making = {
      random: this.#random,
      money: this.#money,
      people: this.#people,
      busy: new Set<string>(),
    };
    const operations = operationsOf({ ...making, next: () => ++this.#number });
    const round = roundOf(operations);
    const steps = this.#random.happens(1 / 3) ? this.#random.between(1, 80) : undefined;
    this.#said.push(
      `-- together${steps === undefined ? '' : `, killed after ${steps} steps`}:`,
      ...operations.map(({ says }) => says),
    );
    if (steps === undefined) await this.#together(operations, round);
    else await this.#killed(operations, steps);
    await this.#endRound(operations, round);
  }

  get #text(): string {
    return this.#said.join('\n');
  }

  #reader(owner: number, round: Round): Reader {
    const person = this.#people[owner];
    if (!person) throw new Error(`There is no owner ${owner}.`);
    return { money: this.#money, owner, person, round, said: this.#text };
  }

  async #together(operations: readonly Operation[], round: Round): Promise<void> {
    const [exporting, reading] = [this.#random.happens(1 / 3), this.#random.between(0, 1)];
    const isOver = { is: false };
    const asked = Promise.all([
      ...operations.map((each) => each.run(soon)),
      ...[0, 1].map((owner) => readAll(this.#reader(owner, round))),
      ...(exporting ? [this.#export(reading, round)] : []),
    ]).finally(() => {
      isOver.is = true;
    });
    await Promise.all([asked, drain(isOver), drain(isOver)]);
  }

  /** Everything stops after some steps. Then the work goes on, and clients repeat their requests. */
  async #killed(operations: readonly Operation[], steps: number): Promise<void> {
    const isOver = { is: false };
    dieAfter(steps);
    const draining = Promise.allSettled([drain(isOver), drain(isOver)]);
    await Promise.allSettled(operations.map((each) => each.run(soon)));
    isOver.is = true;
    await draining;
    await Promise.allSettled([settleAll()]);
    revive();
    queue().lose();
    for (const each of operations) await each.run(() => run(1));
    await run(3);
  }

  async #export(owner: number, round: Round): Promise<void> {
    const reader = this.#reader(owner, round);
    let folder: string;
    try {
      folder = await this.#moves.exported(reader.person.organizationId);
    } catch (error) {
      if (error instanceof Error && /during the export/.test(error.message)) return;
      throw error;
    }
    expectExport(folder, reader);
  }

  async #endRound(operations: readonly Operation[], round: Round): Promise<void> {
    await settleAll();
    await this.#rematch();
    const possible = this.#money.possibleAfter(round);
    await this.#takeCodes(round);
    for (const { payment } of operations) if (payment) this.#takePayment(payment);
    const rows = await usageTables();
    const canBeKnown = new Set(
      operations.flatMap(({ content }) => (content?.canBeKnown ? [content.name] : [])),
    );
    const [money, people] = [this.#money, this.#people];
    await takeOver({
      money,
      possible,
      people,
      canBeKnown,
      stored: storedLines(rows, people),
      said: this.#text,
    });
    expect(indexFaults(rows), this.#text).toEqual([]);
    await expectTrends(rows, this.#money, this.#text);
    for (const owner of [0, 1]) await readAll(this.#reader(owner, nothing));
  }

  /** Unmatched lines are matched again after everything else. */
  async #rematch(): Promise<void> {
    await operate({ command: 'import-usage', arguments: { rematch: true }, actor: 'test' });
    await settleAll();
  }

  /** Of two changes of a track, either can be the last. */
  async #takeCodes(round: Round): Promise<void> {
    const { codes } = this.#money;
    for (const each of round.codes) if (each.is === 'deliver') codes.apply(each);
    const changed = new Set(round.codes.flatMap((each) => (each.is === 'deliver' ? [] : [each.track])));
    for (const track of changed) {
      const own = round.codes.filter((each) => each.is !== 'deliver' && each.track.id === track.id);
      const { token } = this.#reader(track.owner, nothing).person;
      const { status, body } = await send(tracks, { path: `/tracks/${track.id}`, token });
      const isDeleted = own.some(({ is }) => is === 'delete');
      expect(status, this.#text).toBe(isDeleted ? 404 : 200);
      if (isDeleted) codes.apply({ is: 'delete', track });
      else {
        const code = body.data.attributes['isrc-code'];
        expect(
          own.map((each) => ('code' in each ? each.code : undefined)),
          this.#text,
        ).toContain(code);
        codes.apply({ is: 'change', track, code });
      }
    }
  }

  #takePayment({ reference, after }: NonNullable<Operation['payment']>): void {
    this.#money.payments.set(reference, after);
  }

  async #deliver(owner: number): Promise<void> {
    const code = this.#random.pick(CODES);
    const { person } = this.#reader(owner, nothing);
    this.#number += 1;
    const { trackIds } = await newDeliveredRelease(person, [{ title: `Song ${this.#number}`, isrc: code }]);
    const track = { owner, id: trackIds[0] ?? '', code };
    this.#said.push(`${owner} delivers ${track.id} with ${code}`);
    this.#money.codes.tracks.push(track);
    this.#money.codes.apply({ is: 'deliver', owner, code });
    // A new owner of a code can be that of lines that were unmatched.
    await this.#rematch();
    await this.#takeMatched();
  }

  async #takeMatched(): Promise<void> {
    const [money, people] = [this.#money, this.#people];
    const stored = storedLines(await usageTables(), people);
    await takeOver({
      money,
      possible: money.possibleAfter(nothing),
      people,
      canBeKnown: new Set(this.#names()),
      stored,
      said: this.#text,
    });
  }

  #names(): Iterable<string> {
    return this.#money.loaded.keys();
  }

  async #move(): Promise<void> {
    this.#said.push('Both move to another stage');
    const folders: string[] = [];
    for (const { organizationId } of this.#people) folders.push(await this.#moves.exported(organizationId));
    await clearTable();
    for (const folder of folders) await this.#moves.imported(folder);
    this.#money.move();
    this.#people = await Promise.all(this.#people.map(signedInAgain));
  }
}

/** Processes messages, and starts new work such as rematches, until the operations of the round are over. */
async function drain(isOver: { readonly is: boolean }): Promise<void> {
  const started = new Set<string>();
  while (!isOver.is) {
    await settle();
    await startNewWork(started);
    await soon();
  }
}

const soon = (): Promise<void> => new Promise(setImmediate);

/** What all operations of a round can do. */
function roundOf(operations: readonly Operation[]): Round {
  const contents = operations.flatMap(({ content }) => (content ? [content] : []));
  const payments = operations.flatMap(({ payment }) => (payment ? [payment] : []));
  const named = Map.groupBy(contents, ({ name }) => name);
  const referred = Map.groupBy(payments, ({ reference }) => reference);
  return {
    codes: operations.flatMap(({ code }) => (code ? [code] : [])),
    contents: new Map(Array.from(named, ([name, all]) => [name, all.map(({ content }) => content)])),
    payments: new Map(Array.from(referred, ([reference, all]) => [reference, all.map(({ after }) => after)])),
  };
}
