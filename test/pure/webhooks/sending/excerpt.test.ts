/** What the owner of an endpoint sees of a response. test/loopback/webhooks/sending/attempt.test.ts tests how it is read. */
import { describe, expect, it } from 'vitest';
import { excerptOf, SEEN_BYTES } from '../../../../shared/webhooks/sending/post.ts';

const hex = 'abcdef0123456789'.repeat(4);
const whole = { isWhole: true, secrets: [] };
const excerpt = (text: string, isWhole = true, secrets: readonly string[] = []) =>
  excerptOf(Buffer.from(text).subarray(0, SEEN_BYTES), { isWhole, secrets });

describe('a response excerpt', () => {
  it('has at most 500 bytes and ends between characters', () => {
    for (const character of ['x', 'é', '日', '😀']) {
      const shown = excerpt(`.${character.repeat(500)}`, false) ?? '';
      const bytes = Buffer.byteLength(character);
      expect(shown).toBe(`.${character.repeat(Math.floor(499 / bytes))}`);
    }
  });

  it('omits NUL and a partial character at its end', () => {
    expect(excerpt('a\0b\0')).toBe('ab');
    expect(excerptOf(Buffer.from('Grü').subarray(0, 3), whole)).toBe('Gr');
    expect(excerpt('\0')).toBeNull();
    expect(excerpt('')).toBeNull();
  });

  it('has at most 500 bytes even if the body is not text', () => {
    const shown = excerptOf(Buffer.alloc(SEEN_BYTES, 0xff), { ...whole, isWhole: false }) ?? '';
    expect(Buffer.byteLength(shown)).toBe(498);
  });

  it.each([
    ['a signature', `v1=${hex}`, `v1=${'*'.repeat(64)}`],
    ['a signature in capital letters', hex.toUpperCase(), '*'.repeat(64)],
    ['a signing secret', `(whsec_${hex})`, `(${'*'.repeat(70)})`],
    ['the digits of a signing secret', `"${hex}"`, `"${'*'.repeat(64)}"`],
    ['the beginning of a signing secret', 'whsec_ab12', '*'.repeat(10)],
  ])('masks %s', (_, body, shown) => {
    expect(excerpt(body)).toBe(shown);
  });

  it('masks a secret wherever it starts, even beyond what is shown or read', () => {
    for (let place = 0; place <= SEEN_BYTES; place++) {
      for (const secret of [hex, `whsec_${hex}`]) {
        const text = `${'.'.repeat(place)}${secret}`;
        const shown = excerpt(text, Buffer.byteLength(text) < SEEN_BYTES);
        expect(shown, `${place}`).not.toMatch(/[0-9a-f]/);
      }
    }
  });

  it('masks a secret after omitted characters', () => {
    for (const zeros of [100, 524, 560]) {
      const text = `${'.'.repeat(440)}${'\0'.repeat(zeros)}${hex}`;
      expect(excerpt(text, Buffer.byteLength(text) < SEEN_BYTES), `${zeros}`).not.toMatch(/[0-9a-f]/);
    }
  });

  it('shows short hexadecimal numbers', () => {
    expect(excerpt('Error 5f0c in deadbeef')).toBe('Error 5f0c in deadbeef');
  });
});
