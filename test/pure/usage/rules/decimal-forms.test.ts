import { describe, expect, it } from 'vitest';
import { DecimalForms } from '../../../../shared/usage/rules/decimal-forms.ts';

function read(separator: string, texts: readonly string[]) {
  const forms = new DecimalForms(separator);
  return { read: texts.map((text) => forms.read(text)), fault: forms.fault };
}

describe('decimal numbers', () => {
  it.each([
    [';', ['0,10', '0.20', '-1,5', '3'], ['0.10', '0.20', '-1.5', '3']],
    [';', ['1,234', '0,5'], ['1.234', '0.5']],
    [';', ['1.234', '0.5'], ['1.234', '0.5']],
    ['\t', ['0,123', '1,234'], ['0.123', '1.234']],
    [',', ['0.5', '0,10', '1,234.5'], ['0.5', '0,10', '1,234.5']],
    [';', ['1,234.5', '1.234,5', 'x,5'], ['1,234.5', '1.234,5', 'x,5']],
  ])('are read between %j in %j', (separator, texts, expected) => {
    expect(read(separator, texts)).toEqual({ read: expected, fault: undefined });
  });

  it.each([
    [';', ['0,10', '1.234'], 'Revenue is written in two ways, such as 0,10 and 1.234'],
    [';', ['0.10', '1,234'], 'Revenue is written in two ways, such as 0.10 and 1,234'],
    ['\t', ['1,234', '12'], 'The comma in 1,234 can separate decimals or thousands.'],
  ])('have a fault between %j in %j', (separator, texts, fault) => {
    expect(read(separator, texts).fault).toContain(fault);
  });
});
