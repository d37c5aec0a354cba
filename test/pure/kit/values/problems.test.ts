import { describe, expect, it } from 'vitest';
import {
  isFull,
  isProblem,
  MAX_PROBLEMS,
  type Problem,
  Problems,
  problem,
  throwIfAny,
} from '../../../../shared/kit/values/problems.ts';

const required: Problem = { code: 'required', detail: 'is required', pointer: '/data/attributes/name' };
const invalid: Problem = { code: 'invalid_value', detail: 'x'.repeat(500) };

describe('problems', () => {
  it('are thrown together in one error', () => {
    expect(() => throwIfAny([])).not.toThrow();
    expect(() => throwIfAny([required, invalid])).toThrow(new Problems([required, invalid]));
  });

  it('are summarized by the first, shortened', () => {
    expect(new Problems([required, invalid]).message).toBe('required: is required (and 1 more)');
    expect(new Problems([invalid]).message.length).toBeLessThan(220);
    expect(new Problems([]).message).toBe('');
  });

  it(`are at most ${MAX_PROBLEMS}`, () => {
    const many = Array.from({ length: MAX_PROBLEMS + 1 }, (_, index) => ({
      ...required,
      pointer: `/${index}`,
    }));
    expect(new Problems(many).problems).toHaveLength(MAX_PROBLEMS);
    expect(isFull(many.slice(2))).toBe(false);
    expect(isFull(many.slice(1))).toBe(true);
  });

  it('are a thousand of a million, with a short message', () => {
    const all = Array.from({ length: 1_000_000 }, (_, index) => ({ ...invalid, pointer: `/${index}` }));
    const { problems, message } = new Problems(all);
    expect(problems).toHaveLength(1000);
    expect(message).toMatch(/^invalid_value: x{200} \(and 999 more\)$/);
  });

  it('are reported once each, even if found repeatedly', () => {
    const elsewhere = { ...required, pointer: '/data/attributes/title' };
    expect(new Problems([required, invalid, { ...required }, elsewhere]).problems).toEqual([
      required,
      invalid,
      elsewhere,
    ]);
  });

  it('are logged as counts by code', () => {
    const elsewhere = { ...required, pointer: '/data/attributes/title' };
    expect(new Problems([required, invalid, elsewhere]).logged).toEqual({ required: 2, invalid_value: 1 });
  });

  it('are recognized by a shared code', () => {
    expect(isProblem(problem('required', 'x'), 'required')).toBe(true);
    expect(isProblem(problem('required', 'x'), 'invalid_value')).toBe(false);
    expect(isProblem(new Problems([required, invalid]), 'required')).toBe(false);
    expect(isProblem(new Error('required: x'), 'required')).toBe(false);
  });

  it('have sources', () => {
    expect(problem('unsupported_parameter', 'x', { parameter: 'sort' }).problems).toEqual([
      { code: 'unsupported_parameter', detail: 'x', parameter: 'sort' },
    ]);
  });
});
