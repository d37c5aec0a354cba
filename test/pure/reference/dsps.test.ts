import { describe, expect, it } from 'vitest';
import { dspById, dspData } from '../../../shared/reference/data/dsps.ts';
import { testSettings } from '../../support/table.ts';

const dsps = dspData.rows();
const ofFamily = (family: 'streaming' | 'fingerprint') => dsps.filter((dsp) => dsp.family === family);
const idsOfFamily = (family: 'streaming' | 'fingerprint') => ofFamily(family).map(({ id }) => id);

describe('DSPs', () => {
  it('include every id named in the specification', () => {
    const ids = dsps.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['1', '3', '4', '6', '9', '12', '16']));
  });

  it('have the default profile URLs as their websites', () => {
    const { alpha, beta, delta } = testSettings.profileBases;
    expect(['1', '4', '12'].map((id) => dspById(id)?.website)).toEqual([alpha, beta, delta]);
    expect(dsps.filter(({ website }) => !/^https:\/\/[a-z.-]+\.example$/.test(website))).toEqual([]);
  });

  it('belong to the fingerprint or the streaming family', () => {
    expect(idsOfFamily('fingerprint')).toEqual(['5', '12', '16']);
    expect(idsOfFamily('streaming')).toEqual(['1', '2', '3', '4', '6', '7', '9']);
  });

  it('include active and inactive ones, with and without video', () => {
    expect(dsps.filter((dsp) => !dsp['is-active']).map(({ id }) => id)).toEqual(['7']);
    for (const family of ['streaming', 'fingerprint'] as const) {
      const accepting = ofFamily(family).map((dsp) => dsp['accepts-video']);
      expect(new Set(accepting)).toEqual(new Set([true, false]));
    }
  });

  it('have no other ids', () => {
    expect(dspById('8')).toBeUndefined();
  });
});
