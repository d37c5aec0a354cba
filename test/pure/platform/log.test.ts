/** What the log says of an error: its place, without what it quotes. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describedError, loggable } from '../../../shared/platform/log.ts';

const secret = 'Correct-Horse-1';
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};
const described = (error: unknown) => JSON.stringify(describedError(error));

describe('a described error', () => {
  it('has its name, message, stack and cause', () => {
    const error = new TypeError('The file "a.csv" is missing.', { cause: new Error('gone') });
    expect(describedError(error)).toEqual({
      name: 'TypeError',
      message: 'The file "a.csv" is missing.',
      stack: expect.stringMatching(/^TypeError: The file "a.csv" is missing\.\n {4}at .*log\.test\.ts/),
      cause: 'Error: gone',
    });
  });

  it('is the `logged` property of an error if it has one', () => {
    expect(describedError(Object.assign(new Error(secret), { logged: { code: 7 } }))).toEqual({ code: 7 });
  });

  it.each([
    ['a schema', () => v.parse(v.object({ kind: v.literal('request') }), { kind: `a "${secret}"` })],
    ['a schema for a text', () => v.parse(v.number(), `{"password":"${secret}"}\n`)],
    ['a schema for JSON', () => v.parse(v.pipe(v.string(), v.parseJson()), `{"password":"${secret}"`)],
    ['JSON', () => JSON.parse(`${secret} "x"`)],
    ['JSON with an end', () => JSON.parse(`{"a":"${secret}"}}`)],
  ])('does not quote the input of %s', (_, act) => {
    const error = thrownBy(act);
    expect(described(error)).not.toContain(secret);
    expect(described(new Error('outer', { cause: error }))).not.toContain(secret);
    expect(described(error)).toContain('log.test.ts');
  });

  it.each([
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxNyJ9.c2lnbmF0dXJl', 'eyJzdWIi'],
    ['a token without a signature', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxNyJ9', 'eyJzdWIi'],
    ['a header', `Authorization: Bearer ${secret}`, secret],
    ['a header with a password', `Invalid value "Basic ${secret}=="`, secret],
    ['the secret of an endpoint', `whsec_${'a1'.repeat(16)}`, 'a1a1'],
    ['the hash of a password', `scrypt$16384$8$1$c2FsdA$${secret}`, secret],
    ['a presigned address', `GET https://b.example/f?X-Amz-Date=1&X-Amz-Signature=${secret}`, secret],
    ['credentials', `https://b.example/f?X-Amz-Credential=${secret}&x=1`, secret],
    ['a link', `/analytics-reports/17/download?token=${secret}`, secret],
    ['an address with a key', `https://hooks.example/?api_key=${secret}`, secret],
  ])('does not contain %s', (_, text, hidden) => {
    expect(described(new Error(text))).not.toContain(hidden);
    expect(described(new Error('outer', { cause: new Error(text) }))).not.toContain(hidden);
    expect(described(text)).not.toContain(hidden);
    expect(described(new Error(text))).toContain('***');
  });

  it('equals the description of an error that a function throws and leaves it unchanged', () => {
    const error = thrownBy(() => v.parse(v.number(), secret));
    const before = describedError(error);
    expect(loggable(error)).toBe(error);
    expect(error).toBeInstanceOf(v.ValiError);
    expect(String(error) + Object(error).stack).not.toContain(secret);
    expect(describedError(error)).toEqual(before);
    expect(loggable('text')).toBe('text');
  });

  it('keeps the rest of an address', () => {
    const { message } = v.parse(
      v.object({ message: v.string() }),
      describedError(new Error('https://b.example/f?part=1&X-Amz-Signature=abc&part=2 failed')),
    );
    expect(message).toBe('https://b.example/f?part=1&X-Amz-Signature=***&part=2 failed');
  });
});
