import { describe, expect, it } from 'vitest';
import { tupleOf } from '../../../../shared/kit/values/tuple-of.ts';

describe('a list of fixed length', () => {
  it('is returned if it has that length', () => {
    const [date, dsp] = tupleOf(2, '2026-11-20 1'.split(' '));
    expect([date, dsp]).toEqual(['2026-11-20', '1']);
  });

  it.each(['2026-11-20', '2026-11-20 1 DE'])('is rejected with any other length: %s', (text) => {
    expect(() => tupleOf(2, text.split(' '))).toThrow(/items instead of 2/);
  });
});
