import { describe, expect, it } from 'vitest';
import { dspById, dspData } from '../../../shared/reference/dsps.ts';
import { testSettings } from '../../support/table.ts';

const dsps = dspData.rows();
const ofFamily = (family: 'streaming' | 'fingerprint') => dsps.filter((dsp) => dsp.family === family);
const idsOfFamily = (family: 'streaming' | 'fingerprint') => ofFamily(family).map(({ id }) => id);

describe('dsps', () => {
  it('have every id the specification names', () => {
    const ids = dsps.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['1', '3', '4', '6', '9', '12', '16']));
  });

  it('have the profile bases a stage has by default as their websites', () => {
    const { alpha, beta, delta } = testSettings.profileBases;
    expect(['1', '4', '12'].map((id) => dspById(id)?.website)).toEqual([alpha, beta, delta]);
    expect(dsps.filter(({ website }) => !/^https:\/\/[a-z.-]+\.example$/.test(website))).toEqual([]);
  });

  it('are of two families: platforms that recognise recordings, and stores that play them', () => {
    expect(idsOfFamily('fingerprint')).toEqual(['5', '12', '16']);
    expect(idsOfFamily('streaming')).toEqual(['1', '2', '3', '4', '6', '7', '9']);
  });

  it('are active or not, with and without video, in ways that make every rule visible', () => {
    expect(dsps.filter((dsp) => !dsp['is-active']).map(({ id }) => id)).toEqual(['7']);
    for (const family of ['streaming', 'fingerprint'] as const) {
      const accepting = ofFamily(family).map((dsp) => dsp['accepts-video']);
      expect(new Set(accepting)).toEqual(new Set([true, false]));
    }
  });

  it('have no record under another id', () => {
    expect(dspById('8')).toBeUndefined();
  });
});
