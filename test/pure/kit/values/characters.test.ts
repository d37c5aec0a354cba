import { describe, expect, it } from 'vitest';
import {
  hasControls,
  hasControlsOrLineEnds,
  hasUnreadable,
  isVisible,
} from '../../../../shared/kit/values/characters.ts';

const shown = (text: string) => [...text].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(' ');
const each = (...texts: string[]) => texts.map((text) => [shown(text), text] as const);

describe('a visible text', () => {
  it.each(each('a', '0', '·', '́', '☂️', '👩‍👧', '\ufffd', ' a ', '\u200ba'))('contains %s', (_, text) =>
    expect(isVisible(text)).toBe(true),
  );

  it.each(
    each(
      '',
      ' ',
      '\t\n',
      '\0',
      '\u00a0',
      '\u00ad',
      '\u034f',
      '\u115f',
      '\u1160',
      '\u17b4',
      '\u180e',
      '\u2003',
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2028',
      '\u2060',
      '\u2800',
      '\u3000',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\uffa0',
      '\u{1d159}',
      '\u{16fe4}',
      '\u{e0020}',
      '\ue000',
      '\uf8ff',
      '\u{f0000}',
      '\u{10fffd}',
      '\ufdd0',
      '\uffff',
      '\u{1fffe}',
      '\u202d',
      ' \u3164\u200b\u2800 ',
    ),
  )('contains more than %s', (_, text) => expect(isVisible(text)).toBe(false));
});

describe('control characters', () => {
  it('are C0, DEL and C1, and in single-line texts tabs and line breaks', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
      const isLineEnd = code === 0x2028 || code === 0x2029;
      expect(hasControlsOrLineEnds(text), shown(text)).toBe(isControl || isLineEnd);
      expect(hasControls(text), shown(text)).toBe(isControl && !'\t\n\r'.includes(text.charAt(1)));
    }
  });
});

it('only private-use characters, noncharacters and direction overrides are unreadable', () => {
  for (let code = 0; code <= 0x10ffff; code += code < 0x10000 ? 1 : 0xfff) {
    for (const each of [code, code | 0xfffe, code | 0xffff]) {
      if (each > 0x10ffff) continue;
      const isPrivate = (each >= 0xe000 && each <= 0xf8ff) || (each >= 0xf0000 && (each & 0xffff) < 0xfffe);
      const isNone = (each >= 0xfdd0 && each <= 0xfdef) || (each & 0xfffe) === 0xfffe;
      const isOverride = each === 0x202d || each === 0x202e;
      const text = `a${String.fromCodePoint(each)}b`;
      expect(hasUnreadable(text), shown(text)).toBe(isPrivate || isNone || isOverride);
    }
  }
});
