import { describe, expect, it } from 'vitest';
import { ownerNamed, readRightsLine, withoutSign } from '../../../../shared/catalogue/rules/rights-line.ts';

describe('a rights line', () => {
  it.each([
    ['Quay Holdings, Inc.', [], 'Quay Holdings, Inc.'],
    ['(P) Quay Holdings', [], 'Quay Holdings'],
    ['(P) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P)2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P) & (C) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P) and (C) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P)/(C) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P)(C) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['℗&© 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['℗ © 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['Ⓟ 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P): 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['P 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['P&C 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['Copyright (C) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['Copyright 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['(P) 2018-2019 Quay Holdings', [2018, 2019], 'Quay Holdings'],
    ['(P) 2018–2019 Quay Holdings', [2018, 2019], 'Quay Holdings'],
    ['(P) 2018/2019 Quay Holdings', [2018, 2019], 'Quay Holdings'],
    ['(P) 2018/19 Quay Holdings', [2018], 'Quay Holdings'],
    ['(P) 2018, 2019 Quay Holdings', [2018, 2019], 'Quay Holdings'],
    ['(P) 2018 & 2019, Quay Holdings', [2018, 2019], 'Quay Holdings'],
    ['2019 (P) Quay Holdings', [2019], 'Quay Holdings'],
    ['Quay Holdings, 2019', [2019], 'Quay Holdings'],
    ['Quay Holdings (2019)', [2019], 'Quay Holdings'],
    ['Quay Holdings ℗ 2019', [2019], 'Quay Holdings'],
    ['Quay Holdings, Inc., ℗ 2018-2019.', [2018, 2019], 'Quay Holdings, Inc.'],
    // Years and letters of names stay.
    ['(P) 2019 1975 Records', [2019], '1975 Records'],
    ['1975 Records', [], '1975 Records'],
    ['(P) 1975 Records, Inc.', [], '1975 Records, Inc.'],
    ['2026 1975 Records', [2026], '1975 Records'],
    ['(P) 2026, 1975 Records', [2026], '1975 Records'],
    ['1975 Records, 2026', [2026], '1975 Records'],
    ['1975 Music Quay', [1975], 'Music Quay'],
    ['(P) 2019 Studio 2000', [2019], 'Studio 2000'],
    ['P Diddy Records', [], 'P Diddy Records'],
    ['C 20190 Music', [], 'C 20190 Music'],
    ['(P) 2019', [2019], undefined],
    ['(℗) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['p) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['Phonographic Copyright (P) 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['Phonographic Copyright 2019 Quay Holdings', [2019], 'Quay Holdings'],
    ['© Quay Holdings 2019', [2019], 'Quay Holdings'],
    ['℗ Quay Holdings, LLC 2019', [2019], 'Quay Holdings, LLC'],
    ['℗ & © 2019 by Quay Holdings', [2019], 'Quay Holdings'],
    ['℗ by Quay Holdings 2019', [2019], 'Quay Holdings'],
    ['Copyright © 2019 Quay Holdings. All rights reserved', [2019], 'Quay Holdings'],
    ['© 2019 Quay Holdings, Inc. All rights reserved.', [2019], 'Quay Holdings, Inc.'],
    ['© Quay S.A. 2019 - All Rights Reserved', [2019], 'Quay S.A.'],
    ['2019 Quay Holdings under exclusive license to Y', [2019], 'Quay Holdings under exclusive license to Y'],
    // What may belong to a name stays.
    ['(P) Class of 1999', [], 'Class of 1999'],
    ['(P) Studio 2019', [], 'Studio 2019'],
    ['℗ 2018 Blue Room 2019', [2018], 'Blue Room 2019'],
    ['℗ 2019 By the Quay', [2019], 'By the Quay'],
    ['by the Quay Records', [], 'by the Quay Records'],
    ['All Rights Reserved Records', [], 'All Rights Reserved Records'],
    ['', [], undefined],
  ])('is parsed: %j has the years %j and the owner %j', (line, years, owner) => {
    expect(readRightsLine(line)).toEqual({ years, owner });
  });

  it.each([
    ['℗ 2019 Blue Room', 2019, 'Blue Room'],
    ['℗ 2018 Blue Room', 2019, 'Blue Room'],
    ['℗ 2019 Blue Room', undefined, 'Blue Room'],
    ['2019 Blue Room', 2019, 'Blue Room'],
    ['Blue Room, 2019', 2019, 'Blue Room'],
    ['1975 Records', 2019, '1975 Records'],
    ['1975 Records', undefined, '1975 Records'],
    ['© Blue Room 2019', 2019, 'Blue Room'],
    ['© Blue Room 2019', undefined, 'Blue Room'],
    ['℗ Blue Room 2000', 2019, 'Blue Room 2000'],
    ['2019 Blue Room under exclusive license to Y', undefined, 'Blue Room under exclusive license to Y'],
    ['1989', undefined, '1989'],
    ['2019', 2019, '2019'],
  ])('is parsed without a name: %j in %j becomes %j', (name, year, owner) => {
    expect(ownerNamed(name, year)).toBe(owner);
    expect(ownerNamed(owner, year)).toBe(owner);
  });

  it.each(['℗', '℗ 2019', '(P) & (C) 2019', 'p) 2019'])('has no name in %j', (line) =>
    expect(ownerNamed(line, 2019)).toBeUndefined(),
  );

  it('keeps its years when its signs are removed', () => {
    expect(withoutSign('℗ & © 2018-2019 Blue Room')).toBe('2018-2019 Blue Room');
    expect(withoutSign('©')).toBe('©');
  });

  it('is parsed quickly, however many signs and years it has', () => {
    for (const part of ['(P) & ', '2018-', '2019, ', 'copyright ', '(2019', ' ', '℗2019'])
      expect(() => readRightsLine(part.repeat(20_000))).not.toThrow();
  });
});
