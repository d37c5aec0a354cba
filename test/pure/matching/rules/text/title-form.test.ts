import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleForm } from '../../../../../shared/matching/rules/text/title-form.ts';
import { checkProperty } from '../../../../support/check-property.ts';

describe('the comparable form of a title', () => {
  it.each([
    ['ignores case and accents', 'DÉJÀ Vu', 'deja vu'],
    ['ignores accents that upper case brings', 'İstanbul', 'istanbul'],
    ['replaces letters without a plain form', 'Straße Ærø', 'strasse aero'],
    ['replaces ligatures and letters with a stroke', 'Œuvre đðłþı ς', 'oeuvre ddlthi σ'],
    ['ignores punctuation', "Don't Stop, Now!", 'dont stop now'],
    ['reads an ampersand as a word', 'Salt & Pepper', 'salt and pepper'],
    ['omits bracketed parts', 'So Where (Live) [2011 (Mono)]', 'so where'],
    ['omits a version after a dash', 'So Where - 2011 Remaster', 'so where'],
    ['omits a version after an en dash', 'So Where – Live at Home', 'so where'],
    ['omits a version after other words after a dash', 'Suite - First Live Mix', 'suite'],
    ['keeps a version that only begins like one', 'So Where - Lively', 'so where lively'],
    ['keeps a version after a dash within a word', 'So-Live Where', 'so live where'],
    ['keeps other words after a dash', 'Suite - Allegro', 'suite allegro'],
    ['omits featured artists', 'So Where feat. Ada Quist', 'so where'],
    ['omits artists after ft.', 'So Where ft. Ada Quist', 'so where'],
    ['omits artists after featuring', 'So Where featuring Ada Quist', 'so where'],
    ['omits curly brackets', 'So Where {Live} {}', 'so where'],
    ['omits featured artists in brackets', 'So Where (ft. Ada Quist)', 'so where'],
    ['keeps a first word that only looks like it', 'Feat of Strength', 'feat of strength'],
    ['omits a leading article', 'The Blue Room', 'blue room'],
    ['keeps an article that is all there is', 'The The', 'the'],
    ['keeps brackets that are all there is', '(Intro)', 'intro'],
    ['keeps a title without letters', ' !!! ', '!!!'],
    ['joins the parts of a title without letters by one space', '!  ?\t!', '! ? !'],
    ['keeps the vowels of other scripts', 'हिन्दी', 'हिन्दी'],
    ['recomposes what it takes apart', '가나', '가나'.normalize('NFC')],
    ['reads full-width letters', 'ＡＢＣ　（Ｌｉｖｅ）', 'abc'],
    ['has nothing for nothing', ' ', ''],
  ])('%s', (_, title, form) => expect(titleForm(title)).toBe(form));

  it('is stable', () => {
    const word = fc.constantFrom(
      'the',
      'feat',
      'ft.',
      '(live)',
      '[',
      ')',
      ' - ',
      'live',
      'É',
      "fe'at",
      '&',
      'x',
    );
    const titles = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
    );
    return checkProperty(
      fc.property(titles, (title) => titleForm(titleForm(title)) === titleForm(title)),
      { runs: 2000 },
    );
  });
});
