import { describe, expect, it } from 'vitest';
import {
  hasWordTimes,
  lyricsEnd,
  lyricsFaults,
  storedLyrics,
} from '../../../../shared/catalogue/rules/synced-lyrics.ts';

describe('synced lyrics', () => {
  it.each([
    ['lines with hundredths', '[00:12.00]One\n[01:02.34]Two'],
    ['lines with thousandths, tenths or none', '[00:12.000]One\n[00:13.5]Two\n[00:14]Three'],
    ['minutes of one or three digits', '[0:12.00]One\n[100:00.00]Two'],
    ['a line that is repeated', '[00:21.10][00:45.10] [01:10.00]Chorus\n[00:30.00]Verse'],
    ['two lines at one time, as in two languages', '[00:12.00]夢\n[00:12.00]Dream'],
    ['times of words', '[00:12.00]<00:12.00>One <00:12.40>two<00:13.00>'],
    ['words before their times', '[00:12.00] La <00:12.50> la'],
    [
      'tags of the file',
      '[ti:Small Hours]\n[ar: Nia]\n[length: 2:50]\n[re:player]\n[#:A note]\n[00:12.00]One',
    ],
    ['an offset', '[offset:+500]\n[00:12.00]One\n[offset: -20 ]'],
    ['an empty line at the end of a verse', '[00:12.00]One\n[00:15.00]\n\n[00:20.00]Two'],
    ['a byte order mark and CRLF', '\ufeff[ti:A]\r\n\r\n[00:12.00]One\r\n'],
    ['CR', '[ti:A]\r[00:12.00]One'],
    ['brackets and signs among the words', '[00:12.00]I <3 you [x2] <laughs> 4 < 5'],
    ['tags of singers', '[00:12.00]F: One\n[00:13.00]D: Two'],
    ['spaces around lines', '  [00:12.00] One  \n\t\n'],
  ])('may contain %s', (_, text) => expect(lyricsFaults(text)).toEqual([]));

  it.each([
    ['[00:12.00]One\nTwo', 'must have a time such as [01:23.45] before the words of line 2'],
    [
      'Verse [00:12.00]\n[00:13.00]One',
      'has a time in line 1 that is not written as [mm:ss.xx] before the words',
    ],
    ['[00:60.00]One', 'has a time in line 1 that is not written as [mm:ss.xx] before the words'],
    ['[00:5.00]One', 'has a time in line 1 that is not written as [mm:ss.xx] before the words'],
    ['[00:10:16]One', 'has a time in line 1 that is not written as [mm:ss.xx] before the words'],
    ['[-00:10.16]One', 'has a time in line 1 that is not written as [mm:ss.xx] before the words'],
    ['<00:12.00>One', 'must have a time such as [01:23.45] before the words of line 1'],
    ['[Chorus]\n[00:12.00]One', 'must have a time such as [01:23.45] before the words of line 1'],
    ['[ti:A] B\n[00:12.00]One', 'must have a time such as [01:23.45] before the words of line 1'],
    [
      '[00:12.00]One [00:13.00]two',
      'must have the times of line 1 before its words, as [mm:ss.xx], and times of single words as <mm:ss.xx>',
    ],
    [
      '\r\n[00:12.00][00:99.00]One',
      'must have the times of line 2 before its words, as [mm:ss.xx], and times of single words as <mm:ss.xx>',
    ],
    ['[00:12.00]<00:72.00>One', 'has a word time in line 1 that is not written as <mm:ss.xx>'],
    ['[00:12.00]<00:12:40>One', 'has a word time in line 1 that is not written as <mm:ss.xx>'],
    ['[00:12.00]<00:13.00>One <00:12.99>two', 'has a word time in line 1 that is before the previous one'],
    ['[00:12.00]<00:11.99>One', 'has a word time in line 1 that is before the previous one'],
    [
      '[00:12.00][00:20.00]<00:12.00>One',
      'must not have word times in line 1, which is repeated at several times',
    ],
    ['[offset:fast]\n[00:12.00]One', 'must have a whole number of milliseconds as the offset in line 1'],
    ['[offset:1.5]\n[00:12.00]One', 'must have a whole number of milliseconds as the offset in line 1'],
    ['', 'must have a line with a time, such as [01:23.45]'],
    ['[ti:A]\n\n', 'must have a line with a time, such as [01:23.45]'],
  ])('are rejected as %j', (text, fault) => expect(lyricsFaults(text)).toEqual([fault]));

  it('are rejected with up to fifty bad lines', () => {
    const lines = (count: number) => Array.from({ length: count }, () => 'One').join('\r\n');
    expect(lyricsFaults(`[00:12.00]One\n${lines(3)}`)).toEqual(
      [2, 3, 4].map((line) => `must have a time such as [01:23.45] before the words of line ${line}`),
    );
    expect(lyricsFaults(lines(1000))).toHaveLength(50);
  });

  it('are stored without a byte order mark and with uniform line ends', () => {
    expect(storedLyrics('\ufeff\r\n \n[ti:A]\r\n\r[00:12.00] One \n\n ')).toBe('[ti:A]\n\n[00:12.00] One');
    const kept = '[ti:A]\n\n[00:12.00] One';
    for (const text of [kept, `\ufeff\ufeff${kept}`, `\n\ufeff\n \ufeff${kept}\ufeff`, `  ${kept}`])
      expect(storedLyrics(text)).toBe(kept);
  });

  it.each([
    [null, null],
    ['[00:12.00]One', 12_000],
    ['[01:02.5][00:10.00]Two\n[00:12.00]One', 62_500],
    ['[00:12.00]One <00:13.007>two', 13_007],
    ['[offset:+500]\n[00:12.00]One', 11_500],
    ['[00:12.00]One\n[offset:-20]', 12_020],
    ['[offset:20000]\n[00:12.00]One', 0],
  ])('have an end: %j ends at %j milliseconds', (text, end) => expect(lyricsEnd(text)).toBe(end));

  it('have word times if any word does', () => {
    expect(hasWordTimes('[00:12.00]One <3')).toBe(false);
    expect(hasWordTimes('[00:12.00]One\n[00:13.00]Two <00:13.50>three')).toBe(true);
  });

  it('are checked in linear time, even for the longest text', () => {
    for (const text of ['[', '<', '[1:', '<1:', ' ', '[00:00.00]', '[00:00.00]<', '[a:'].map((each) =>
      each.repeat(50_000 / each.length),
    ))
      expect(Array.isArray(lyricsFaults(text))).toBe(true);
  });
});
