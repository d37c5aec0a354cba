import { describe, expect, it, test } from 'vitest';
import { genresWith } from '../../../../bin/operator/catalogue/genre-option.ts';
import { simpleName } from '../../../../shared/kit/values/simple-name.ts';
import { genreNames } from '../../../../shared/reference/data/genre-names.ts';
import { genreData } from '../../../../shared/reference/data/genres.ts';

const rows = genreData.rows();
const nameOf = (id: string | undefined) => rows.find((genre) => genre.id === id)?.name;
const found = (name: string, ...given: string[]) => nameOf(genresWith(given)(name));

describe('the genre of a file', () => {
  test.each([
    ...[['Jazz', 'Jazz'] as const, ['hip hop / rap', 'Hip-Hop/Rap'] as const],
    // Spellings, and lists of stores.
    ...[['R&B', 'R&B/Soul'] as const, ['RnB', 'R&B/Soul'] as const, ['R and B', 'R&B/Soul'] as const],
    ...[['Hip-Hop', 'Hip-Hop/Rap'] as const, ['HipHop', 'Hip-Hop/Rap'] as const, ['J-Pop', 'Pop'] as const],
    ...[
      ['SingerSongwriter', 'Singer-Songwriter'] as const,
      ['Singer/Songwriter', 'Singer-Songwriter'] as const,
    ],
    ...[['Salsa y Tropical', 'Salsa'] as const, ["Jungle/Drum'n'bass", 'Drum & Bass'] as const],
    ...[['Melodic House & Techno', 'House'] as const, ['140 / Deep Dubstep / Grime', 'Dubstep'] as const],
    ...[['Hörspiele', 'Audio Drama'] as const, ['Raíces', 'Latin'] as const, ['MPB', 'Brazilian'] as const],
    // Notations of others.
    ...[['Techno (Peak Time / Driving)', 'Techno'] as const, ['Bebop (1940s)', 'Bebop'] as const],
    ...[['Classical Music', 'Classical'] as const, ['Music > Electronic > House', 'House'] as const],
    ...[['Electronic | Vaporwave', 'Electronic'] as const, ['Jazz; Blues', 'Jazz'] as const],
    // Neither a genre, nor only genres.
    ...[
      ['Vaporwave', undefined] as const,
      ['Pop / Vaporwave', undefined] as const,
      ['Karaoke', undefined] as const,
    ],
    ...[
      ['', undefined] as const,
      ['&', undefined] as const,
      ['|', undefined] as const,
      ['Music', undefined] as const,
    ],
  ])('is read from the name %j as %s', (name, genre) => {
    expect(found(name)).toBe(genre);
  });

  it('is not searched in a text too long for a name', () => {
    expect(found('('.repeat(1_000_000))).toBeUndefined();
    expect(found('Jazz | '.repeat(1000))).toBeUndefined();
  });

  it('is the one given for its name', () => {
    expect(found('Vapor-Wave', 'vaporwave=Electronic')).toBe('Electronic');
    expect(found('Karaoke', 'Enka=World', 'Karaoke=pop', 'karaoke=Pop')).toBe('Pop');
    expect(found('J-Pop', 'J-Pop = K-Pop')).toBe('K-Pop');
    expect(found('Anime | J-Core', 'J-Core=R&B')).toBe('R&B/Soul');
  });

  it('cannot be given in another form, as a missing genre, or twice', () => {
    const given = (...values: string[]) => expect(() => genresWith(values));
    given('J-Pop').toThrow('--genre "J-Pop" must be written "NAME=GENRE".');
    given('=Pop').toThrow('must be written "NAME=GENRE".');
    given('J-Pop=').toThrow('must be written "NAME=GENRE".');
    given('J-Pop=Popp').toThrow('--genre "J-Pop=Popp": There is no genre Popp. /genres lists them.');
    given('J-Pop=Pop', 'j pop=Rock').toThrow('--genre gives j pop two different genres.');
  });
});

describe('the table of genre names', () => {
  const all = Object.entries(genreNames());

  it('contains only existing genres', () => {
    expect(all.map(([genre]) => genre).filter((genre) => !rows.some(({ name }) => name === genre))).toEqual(
      [],
    );
  });

  it('has each name once in one spelling', () => {
    const names = [...rows.map(({ name }) => name), ...all.flatMap(([, others]) => others)].map(simpleName);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});
