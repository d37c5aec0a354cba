import { describe, expect, it } from 'vitest';
import {
  isNewProfile,
  newProfileFault,
  profileFault,
} from '../../../../shared/catalogue/rules/artist-availability.ts';

const bases = {
  alpha: 'https://alpha.example',
  beta: 'https://beta.example',
  delta: 'https://delta.example',
};
const fault = (dspId: string, externalId: string, url: string | null) =>
  profileFault({ dspId, externalId, url }, bases);

describe('a profile', () => {
  it.each([
    ['1', 'alpha:artist:a1B2', 'https://alpha.example/artist/a1B2'],
    ['1', `alpha:artist:${'x'.repeat(30)}`, `https://alpha.example/artist/${'x'.repeat(30)}`],
    ['4', '17', 'https://beta.example/artist/17'],
    ['12', '17', 'https://delta.example/17'],
    ['4', '9'.repeat(500), `https://beta.example/artist/${'9'.repeat(500)}`],
  ])('is valid on DSP %s as %s', (dspId, externalId, url) =>
    expect(fault(dspId, externalId, url)).toBeUndefined(),
  );

  it.each(['2', '16', '999', 'constructor', '__proto__'])('is invalid on DSP %s', (dspId) =>
    expect(fault(dspId, '1', 'https://beta.example/artist/1')).toContain('1, 4, 12'),
  );

  it.each([
    ['1', '17'],
    ['1', 'alpha:artist:'],
    ['1', 'alpha:artist:a-b'],
    ['1', 'xalpha:artist:a'],
    ['1', 'alpha:artist:a\n'],
    ['1', `alpha:artist:${'x'.repeat(31)}`],
    ['4', '12a'],
    ['4', ''],
    ['4', '٣'],
    ['12', ' 1'],
    ['4', 'NEW'],
  ])('is rejected on DSP %s with the id %j', (dspId, externalId) =>
    expect(fault(dspId, externalId, 'https://x.example/')).toMatch(/external-artist-id must be .*(digits)/),
  );

  it('requires the URL that matches its id', () => {
    expect(fault('4', '17', null)).toBe('external-artist-url is required: https://beta.example/artist/17.');
    expect(fault('4', '17', 'https://beta.example/artist/18')).toContain('must match the id');
    expect(fault('4', '17', 'https://beta.example/artist/17/')).toContain('must match the id');
  });
});

describe('a new profile', () => {
  it('is only for DSP 1 and requires no URL', () => {
    expect(isNewProfile({ dspId: '1', externalId: 'NEW' })).toBe(true);
    expect(isNewProfile({ dspId: '4', externalId: 'NEW' })).toBe(false);
    expect(fault('1', 'NEW', null)).toBeUndefined();
  });

  it.each([
    [undefined, undefined],
    ['NEW', undefined],
    ['alpha:artist:a', 'The artist already has a profile on DSP 1.'],
  ])('is rejected for an artist with the profile %s: %s', (linked, fault) => {
    expect(newProfileFault(linked)).toBe(fault);
  });
});
