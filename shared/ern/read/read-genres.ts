/** The genres of a release and of its tracks, and the names among them that are of no genre. */
import type { Release } from '../../catalogue/back-catalogue/release-form.ts';
import { isGenreOf } from '../../reference/data/genres.ts';
import { unknownGenre } from '../../reference/named-genres.ts';
import { genreById } from '../../reference/reference-names.ts';
import { textsAt, type XmlNode } from '../xml/xml-tree.ts';
import type { Faults, Message } from './message.ts';

/** Unknown genres of a release that are named. */
const MAX_NAMED = 20;

export class Genres {
  readonly #message: Message;
  /** The names of no genre, with their lines. */
  readonly #unknown = new Map<string, number>();

  constructor(message: Message) {
    this.#message = message;
  }

  /** @param genre the only one. @returns a genre and its subgenre, or the one that counts, or none. */
  idsOf(genre: XmlNode): string[] {
    const names = [...textsAt(genre, 'GenreText'), ...textsAt(genre, 'SubGenre')];
    const [first, second] = names.map((name) => genreById(this.#message.genreOf(name)));
    if (names.length === 2 && first && second && isGenreOf(second.name, first.name))
      return [first.id, second.id];
    const id = this.idOf(genre);
    return id === undefined ? [] : [id];
  }

  /** @param genre an element with a text and possibly subgenres, of which the first known one counts. */
  idOf(genre: XmlNode): string | undefined {
    const subgenres = textsAt(genre, 'SubGenre');
    const names = [...subgenres, ...textsAt(genre, 'GenreText')];
    const known = names.find((name) => this.#message.genreOf(name) !== undefined);
    if (known !== undefined) {
      for (const name of subgenres.slice(0, names.indexOf(known)))
        this.note(`The subgenre ${name} is imported as ${known}.`);
      return this.#message.genreOf(known);
    }
    const name = names.at(-1);
    if (name !== undefined && name !== 'Unknown' && !this.#unknown.has(name))
      this.#unknown.set(name, genre.line);
    return undefined;
  }

  note(sentence: string): void {
    this.#message.note(sentence);
  }

  /** Names each unknown genre once: as a problem if tracks are without a genre, otherwise as a note. */
  finish({ tracks }: Release, faults: Faults): void {
    const without = tracks.flatMap(({ links }, index) =>
      links['primary-genre'] === undefined ? [index] : [],
    );
    for (const track of without) faults.omit({ field: 'primary-genre', track });
    const about = { field: 'primary-genre' };
    const unknown = [...this.#unknown];
    if (unknown.length > MAX_NAMED)
      this.note(`${unknown.length - MAX_NAMED} more genres are not among those of the catalogue.`);
    for (const [name, line] of unknown.slice(0, MAX_NAMED))
      if (without.length > 0) faults.report(unknownGenre(name), { ...about, line });
      else this.note(unknownGenre(name));
    if (without.length > 0 && this.#unknown.size === 0)
      faults.report('The message gives the release no genre.', about);
  }
}
