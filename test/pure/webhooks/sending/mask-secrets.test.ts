/** The forms in which a response can repeat a secret. What is shown of a response: excerpt.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { maskSecrets } from '../../../../shared/webhooks/sending/mask-secrets.ts';
import { checkProperty } from '../../../support/check-property.ts';

const secret = 'whsec_d8cb34b61a896c874c4f7177d863dd8fa63af21634614a8c8764c2a1b71c4d89';
const digits = secret.slice(6);
const inParts = (size: number, separator: string) =>
  (digits.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);
const escaped = (write: (code: number) => string) => (text: string) =>
  [...Buffer.from(text)].map((code) => write(code)).join('');
const hex = (code: number) => code.toString(16).padStart(2, '0');
const percent = escaped((code) => `%${hex(code)}`);
const base64 = (text: string | Buffer, before = '') =>
  Buffer.concat([Buffer.from(before), Buffer.from(text)]).toString('base64');

const forms: readonly (readonly [string, string])[] = [
  ['in upper case', secret.toUpperCase()],
  ['in halves', `{"a":"whsec_${digits.slice(0, 32)}","b":"${digits.slice(32)}"}`],
  ['in parts of 16', inParts(16, '"},{"')],
  ['in parts of 4', inParts(4, '-')],
  ['in lines', inParts(20, '\r\n  ')],
  ['as a list of characters', JSON.stringify([...secret])],
  ['percent-encoded', percent(secret)],
  ['percent-encoded twice', percent(percent(secret).slice(0, 90))],
  ['with escapes of JSON', escaped((code) => `\\u00${hex(code)}`)(secret)],
  ['with escapes of JSON in JSON', JSON.stringify(escaped((code) => `\\u00${hex(code)}`)(secret))],
  ['with escapes of strings', escaped((code) => `\\x${hex(code)}`)(secret)],
  ['with hexadecimal entities', escaped((code) => `&#x${hex(code)};`)(secret)],
  ['with decimal entities', escaped((code) => `&#${code};`)(secret)],
  ['as hexadecimal bytes', escaped(hex)(secret)],
  ['as hexadecimal bytes with spaces', escaped((code) => `${hex(code)} `)(secret).toUpperCase()],
  ['as decimal bytes', JSON.stringify(Buffer.from(secret))],
  ['as decimal bytes with spaces', JSON.stringify([...Buffer.from(secret)], null, 1)],
  ['as Go prints bytes', `[${[...Buffer.from(secret)].join(' ')}]`],
  ['as Go writes bytes', `[]byte{${[...Buffer.from(digits)].map((code) => `0x${hex(code)}`).join(', ')}}`],
  ['with escapes of code points', escaped((code) => `\\u{${hex(code)}}`)(secret)],
  ['in base64', base64(secret)],
  ['in base64, after one character', base64(secret, '.')],
  ['in base64, after two characters', base64(secret, 'id')],
  ['in base64 for addresses', base64(secret, 'user:').replaceAll('+', '-').replaceAll('/', '_')],
  ['in base64 in lines', base64(secret, 'a'.repeat(40)).replace(/.{76}/g, '$&\n')],
  ['in base64, percent-encoded', percent(base64(secret))],
  ['in base64, upper case', base64(`whsec_${digits.toUpperCase()}`)],
  ['in base64 as the bytes of its digits', base64(Buffer.from(digits, 'hex'))],
];

describe('a secret repeated in a response', () => {
  it.each(forms)('is masked %s', (_, form) => {
    const shown = maskSecrets(`before ${form} after`, [secret]);
    expect(shown).toMatch(/^before .* after$/s);
    expect(shown).toHaveLength(form.length + 13);
    // Nothing is left but what separates the characters, the ends of base64 and what was before it.
    expect(shown.slice(7, -6).replace(/YWFh\w*|[^0-9a-f]/gi, '').length, shown).toBeLessThan(14);
  });

  it('is masked if it is a signature', () => {
    expect(maskSecrets(base64(digits), [secret, digits])).toMatch(/^\*{85}/);
  });

  it('is masked anywhere, without hiding the rest of the text', () => {
    // A digit beside the secret could be the one that is there in the secret.
    const text = fc.string({
      unit: fc.constantFrom('g', 'Q', ' ', '.', '\n', 'é', '😀', '"'),
      maxLength: 60,
    });
    const property = fc.property(text, text, fc.constantFrom(...forms), (before, after, [, form]) => {
      const shown = maskSecrets(`${before}\0${form}\0${after}`, [secret]);
      const masked = shown.replace(/[^*]/g, '').length;
      return shown.startsWith(`${before}\0`) && shown.endsWith(`\0${after}`) && masked >= 42;
    });
    return checkProperty(property, { runs: 200 });
  });

  it('is recognized by eight characters, so that other secrets and numbers stay visible', () => {
    const other = newSigningSecret().slice(6, 60);
    for (const text of [other, base64(other), digits.slice(0, 7), 'Order 5f0c of 12,104 items', ''])
      expect(maskSecrets(text, [secret])).toBe(text);
    expect(maskSecrets(`a ${digits.slice(20, 28)} b`, [secret])).toBe('a ******** b');
  });

  it('is masked even for another endpoint, as it is and escaped', () => {
    const other = newSigningSecret();
    for (const form of [other, percent(other)])
      expect(maskSecrets(`(${form})`, [secret])).toBe(`(${'*'.repeat(form.length)})`);
  });
});
