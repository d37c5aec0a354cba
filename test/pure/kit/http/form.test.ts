/** Forms as clients encode them. */
import { describe, expect, it } from 'vitest';
import { isForm, parseForm } from '../../../../shared/kit/http/form.ts';

const parsed = (text: string) => Object.fromEntries(parseForm(text));

describe('a form', () => {
  it.each<[string, Record<string, string[]>]>([
    ['a=1&b=2', { a: ['1'], b: ['2'] }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a=1+2%2B3', { a: ['1 2+3'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a=%C3%A9%F0%9D%85%A0', { a: ['\u{e9}\u{1d160}'] }],
    ['%61=%26%3D', { a: ['&='] }],
    ['a=%00', { a: ['\0'] }],
    ['a=é', { a: ['é'] }],
    ['a=&b&&=&c=3&', { c: ['3'] }],
    ['', {}],
    [
      '__proto__=1&toString=2',
      Object.fromEntries([
        ['__proto__', ['1']],
        ['toString', ['2']],
      ]),
    ],
  ])('is parsed: %j has the values %j, without empty ones', (text, values) =>
    expect(parsed(text)).toEqual(values),
  );

  it.each(['a=%', 'a=%4', 'a=%zz', 'a=%FF', 'a=%C3', 'a=%ED%A0%80', '%C0%80=a'])(
    'is rejected if it is not percent-encoded UTF-8: %j',
    (text) =>
      expect(() => parseForm(text)).toThrow('malformed_form: The body is not a percent-encoded UTF-8 form.'),
  );

  it('reads the output of URLSearchParams', () => {
    const password = 'Aa1 +&=%é\u{1d160}\u{0}\n\'"<>';
    expect(parsed(new URLSearchParams({ password }).toString())).toEqual({ password: [password] });
  });

  it('is parsed in linear time at the largest size', () => {
    const count = 250_000;
    expect(parseForm('a=1&'.repeat(count)).get('a')).toHaveLength(count);
  });

  it('is distinguished from a JSON body', () => {
    expect([parseForm('a=1'), {}, [], null, 'a=1'].map(isForm)).toEqual([true, false, false, false, false]);
  });
});
