/** Which codes only the stage gives. */
import { describe, expect, it } from 'vitest';
import {
  codeReserved,
  isReservedIsrc,
  isReservedUpc,
} from '../../../../shared/catalogue/rules/given-codes.ts';
import { upcOf } from '../../../../shared/catalogue/rules/upc.ts';

const none = { isrc: null, gs1: null };

describe('an ISRC with the prefix of the stage', () => {
  const prefixes = { isrc: 'QZXYZ' };
  it.each([
    'QZXYZ2600001',
    'qz-xyz-26-00001',
    ' QZ XYZ 19 99999 ',
    'ＱＺＸＹＺ２６０００01',
    'QZXYZ\u00ad2600001',
  ])('is reserved in the spelling %j', (code) => expect(isReservedIsrc(prefixes, code)).toBe(true));
  it.each([
    '',
    '-',
    'QZXYZ',
    'QZXYA2600001',
    'QZXYZ260000',
    'QZXYZ26000012',
    'QZXYZ26X0001',
    'AQZXYZ2600001',
  ])('is not the text %j', (code) => expect(isReservedIsrc(prefixes, code)).toBe(false));
  it('is not reserved on a stage that gives no codes', () =>
    expect(isReservedIsrc(none, 'QZXYZ2600001')).toBe(false));
});

it('a reserved code is rejected with the prefix and a remedy', () => {
  expect(codeReserved('isrc-code', 'QZXYZ')).toEqual({
    code: 'code_reserved',
    detail:
      'Only the service gives the codes that begin with QZXYZ, and it has not given you this one. Omit isrc-code to get one when a delivery is approved.',
    pointer: '/data/attributes/isrc-code',
  });
});

describe('a UPC or EAN with the prefix of the stage', () => {
  it.each([
    ['0850001', upcOf('0850001', 31)],
    ['0850001', `0${upcOf('0850001', 31)}`],
    ['4012345', upcOf('4012345', 7)],
    ['085000', upcOf('0850001', 31)],
  ])('is reserved with the prefix %s: %s', (gs1, code) => expect(isReservedUpc({ gs1 }, code)).toBe(true));
  it.each([
    ['0850002', upcOf('0850001', 31)],
    ['850001', upcOf('0850001', 31)],
    ['0850001', '850001'],
    ['0850001', '850001000315'],
  ])('is not reserved with the prefix %s: %s', (gs1, code) =>
    expect(isReservedUpc({ gs1 }, code)).toBe(false),
  );
  it('is not reserved on a stage that gives no codes', () =>
    expect(isReservedUpc(none, upcOf('0850001', 31))).toBe(false));
});
