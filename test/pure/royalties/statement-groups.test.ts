/** What statements can be by. */
import { describe, expect, it, test } from 'vitest';
import { linesBy, readGroup, statementGroups } from '../../../shared/royalties/statement-groups.ts';

describe('groups of statements', () => {
  it('are one or two of track, album, DSP and country, and not a track with its album', () => {
    expect(statementGroups).toEqual([
      ...['track', 'album', 'dsp', 'country'],
      ...['track,dsp', 'track,country', 'album,dsp', 'album,country', 'dsp,country'],
    ]);
  });

  test.each([
    ['track', ['track']],
    ['country,dsp', ['dsp', 'country']],
    [' album , dsp ', ['album', 'dsp']],
    ['', null],
    ['label', null],
    ['track,album', null],
    ['dsp,dsp', null],
    ['track,dsp,country', null],
    ['track,', null],
  ])('are read from %j: %j', (text, by) => {
    expect(readGroup(text)).toEqual(by);
  });

  it('have an order, and each only once', () => {
    expect(linesBy(['country', 'track', 'country', 'album'])).toEqual(['track', 'album', 'country']);
    expect(() => linesBy([])).toThrow();
  });
});
