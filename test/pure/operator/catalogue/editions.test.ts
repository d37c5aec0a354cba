import { describe, expect, it } from 'vitest';
import { edition, readParts, recording } from '../../../support/catalogue-files/small-message.ts';

describe('the editions of a recording', () => {
  const immersive = edition('SoundRecording', {
    type: 'ImmersiveEdition',
    isrc: 'QZH3A2499999',
    file: 'atmos.wav',
  });
  const stereo = edition('SoundRecording', {
    type: 'NonImmersiveEdition',
    isrc: 'QZH3A2400001',
    file: 'stereo.wav',
  });
  const trackOf = (editions: string, name?: 'Video') => {
    const read = readParts({ resources: recording('A1', { editions, ...(name && { name }) }) });
    return { ...read, track: read.release.tracks[0] };
  };
  const atmos = [{ type: 'dolby_atmos', url: 'https://files.example/atmos.wav' }];

  it.each([
    ['first', stereo + immersive],
    ['last', immersive + stereo],
  ])('supply stereo code and audio and the Dolby Atmos master, with stereo %s', (_, editions) => {
    const { track, notes } = trackOf(editions);
    expect(track).toMatchObject({
      attributes: { 'isrc-code': 'QZH3A2400001', 'full-audiofile-url': 'https://files.example/stereo.wav' },
      masters: atmos,
    });
    expect(notes).toEqual(['The ISRC of an immersive edition is omitted.']);
  });
  it.each([
    ['their mode', '<RecordingMode>ImmersiveAudio</RecordingMode>'],
    [
      'their files',
      '<TechnicalDetails><HasImmersiveAudioMetadata>true</HasImmersiveAudioMetadata></TechnicalDetails>',
    ],
  ])('are distinguished by %s without a type', (_, more) => {
    const untyped = edition('SoundRecording', { isrc: 'QZH3A2499999', more, file: 'atmos.wav' });
    const { track } = trackOf(
      untyped + edition('SoundRecording', { isrc: 'QZH3A2400001', file: 'stereo.wav' }),
    );
    expect(track).toMatchObject({ attributes: { 'isrc-code': 'QZH3A2400001' }, masters: atmos });
  });
  it('give no immersive code to a stereo edition without a code', () => {
    const { track } = trackOf(immersive + edition('SoundRecording', { file: 'stereo.wav' }));
    expect(track?.attributes['isrc-code']).toBeUndefined();
    expect(trackOf(immersive).track?.attributes['isrc-code']).toBe('QZH3A2499999');
  });
  it('supply the rights owner of the stereo edition, or else of the immersive one', () => {
    const owned = (type: string, owner: string) =>
      edition('SoundRecording', {
        type,
        more: `<PLine><Year>2020</Year><PLineCompany>${owner}</PLineCompany><PLineText>2020 ${owner}</PLineText></PLine>`,
      });
    const ownerOf = (editions: string) => trackOf(editions).track?.attributes['rights-owner-name'];
    const alone = owned('ImmersiveEdition', 'Two');
    expect(ownerOf(alone + owned('NonImmersiveEdition', 'One'))).toBe('One');
    expect(ownerOf(alone + stereo)).toBe('Two');
  });
  it('supply the code that is not replaced', () => {
    const old = '<ResourceId IsReplaced="true"><ISRC>QZH3A2400009</ISRC></ResourceId>';
    const { track } = trackOf(
      edition('SoundRecording', { more: `${old}<ResourceId><ISRC>QZH3A2400001</ISRC></ResourceId>` }),
    );
    expect(track?.attributes['isrc-code']).toBe('QZH3A2400001');
  });
  it('give a video its master with any sound, stereo first', () => {
    const video = (type: string, file: string) => edition('Video', { type, file });
    const both = video('ImmersiveEdition', 'atmos.mp4') + video('NonImmersiveEdition', 'stereo.mp4');
    const { track, notes } = trackOf(both, 'Video');
    expect(track?.masters).toEqual([{ type: 'video', url: 'https://files.example/stereo.mp4' }]);
    expect(notes).toEqual(['VideoEdition has several values, and the first stereo edition is imported.']);
    expect(trackOf(video('ImmersiveEdition', 'atmos.mp4'), 'Video').track?.masters).toEqual([
      { type: 'video', url: 'https://files.example/atmos.mp4' },
    ]);
  });
  it('do not supply clips as files', () => {
    const details = (more: string, file: string) =>
      `<TechnicalDetails><DeliveryFile><File><URI>${file}</URI></File></DeliveryFile>${more}</TechnicalDetails>`;
    const more = details('<IsClip>true</IsClip>', 'clip.wav') + details('', 'whole.wav');
    const { track } = trackOf(edition('SoundRecording', { more }));
    expect(track?.attributes['full-audiofile-url']).toBe('https://files.example/whole.wav');
  });
  it('supply the files of the default details', () => {
    const details = (attributes: string, file: string) =>
      `<TechnicalDetails ${attributes}><DeliveryFile><File><URI>${file}</URI></File></DeliveryFile></TechnicalDetails>`;
    const more =
      details('ApplicableTerritoryCode="JP"', 'japan.wav') + details('IsDefault="true"', 'all.wav');
    const { track } = trackOf(edition('SoundRecording', { more }));
    expect(track?.attributes['full-audiofile-url']).toBe('https://files.example/all.wav');
  });
});
