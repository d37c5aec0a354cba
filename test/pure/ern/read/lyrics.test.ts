/** Lyrics of other senders, in the formats that DDEX has terms for. */
import { expect, it } from 'vitest';
import { readMessage } from '../../../../shared/ern/read/read-message.ts';
import { messageOf, recordings } from '../../../support/catalogue-files/small-message.ts';

const linked =
  '<ResourceGroupContentItem><ReleaseResourceReference>A1</ReleaseResourceReference><LinkedReleaseResourceReference>L1</LinkedReleaseResourceReference></ResourceGroupContentItem>';

/** @returns the lyrics of a track, and the notes about them. */
function read(text: string, codec = 'TTML', uri = 'a.bin') {
  const file = `<TechnicalDetails>${codec && `<TextCodecType>${codec}</TextCodecType>`}<File><URI>${uri}</URI></File></TechnicalDetails>`;
  const resource = `<Text><ResourceReference>L1</ResourceReference><Type>LyricText</Type>${file}</Text>`;
  const message = messageOf({ resources: recordings('A1') + resource, contents: linked });
  const about = { file: 'm.xml', resolve: (url: string) => ({ url }), now: new Date('2026-11-26') };
  const { releases, notes } = readMessage(message, { ...about, textAt: () => ({ text }) });
  const attributes = releases[0]?.release.tracks[0]?.attributes;
  return {
    lyrics: attributes?.['lyrics'],
    synced: attributes?.['synced-lyrics'],
    notes: notes.flatMap(({ note }) => (/lyrics/i.test(note) ? note : [])),
  };
}

const ttml = (body: string) =>
  `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><head><metadata><ttm:title>Tides</ttm:title></metadata></head><body>${body}</body></tt>`;

it('TTML lyrics become lines with times', () => {
  const body = `<div begin="1.5"><p begin="12.000" end="13">One &amp;\n  two</p><p begin="1:13.45">Three<br/>four</p></div><div><p begin="00:02:00.5">Five</p><p begin="150s">Six</p><p begin="3m"> </p></div>`;
  expect(read(ttml(body))).toEqual({
    synced: '[00:12.00]One & two\n[01:13.45]Three\n[01:13.45]four\n[02:00.50]Five\n[02:30.00]Six',
    notes: [],
  });
});

it('words of TTML lyrics keep their times, counted from the song or from their line', () => {
  const words = (one: string, two: string) =>
    ttml(`<div><p begin="10s"><span begin="${one}">Slow</span> <span begin="${two}">tide</span></p></div>`);
  const synced = '[00:10.00]<00:10.00>Slow <00:11.255>tide';
  expect(read(words('10.0', '11.255'))).toEqual({ synced, notes: [] });
  expect(read(words('0s', '1255ms'))).toEqual({ synced, notes: [] });
  const styled = ttml(
    '<p begin="10s"><span begin="10s"><span style="i">Slow</span></span> <span begin="11.255s">tide</span></p>',
  );
  expect(read(styled)).toEqual({ synced, notes: [] });
});

it('a second voice in TTML keeps no word times, and translations are omitted', () => {
  const body =
    '<p begin="4s"><span begin="4s">Go</span><span begin="6s"> home</span><span ttm:role="x-bg"> <span begin="5s">(oh)</span></span><span ttm:role="x-translation">Heim</span><span ttm:role="x-roman">Gou</span></p>';
  expect(read(ttml(`<div>${body}</div>`))).toEqual({ synced: '[00:04.00]Go home (oh)', notes: [] });
});

it('TTML lyrics without times become plain words with a line between verses', () => {
  const body = '<div><p>One</p><p>Two</p></div><div><p>Three</p></div>';
  const note = 'The lyrics in a.bin are imported without times.';
  expect(read(ttml(body))).toEqual({ lyrics: 'One\nTwo\n\nThree', notes: [note] });
  const inFrames = ttml('<div><p begin="00:00:01:12">One</p></div>');
  expect(read(inFrames, 'EBU-TT')).toEqual({ lyrics: 'One', notes: [note] });
  const likeTimes = ttml('<div><p begin="1s">See [0:5:1]</p></div>');
  expect(read(likeTimes)).toEqual({ lyrics: 'See [0:5:1]', notes: [note] });
});

it('lyrics from a damaged or empty file are omitted with a note', () => {
  expect(read('<tt><p>One</tt>').notes).toEqual([
    'The lyrics in a.bin are omitted. Line 1 is not XML: The end tag is of tt, but p of line 1 is open.',
  ]);
  expect(read(ttml('')).notes).toEqual(['The lyrics in a.bin have no words.']);
  expect(read(' \n', 'UTF8Text').notes).toEqual(['The lyrics in a.bin have no words.']);
  expect(read('{\\rtf1 One}', 'RTF').notes).toEqual(['Lyrics in the format RTF are omitted.']);
});

it('lyrics in subtitle formats become lines with times', () => {
  const vtt =
    'WEBVTT\n\nNOTE of us\n\nverse 1\n00:12.000 --> 00:13.000 align:start\n<v Nia>One</v>\n<i>two</i>\n\n01:00:00.250 --> 01:00:02.000\nThree\n';
  expect(read(vtt, 'VTT')).toEqual({
    synced: '[00:12.00]One\n[00:12.00]two\n[60:00.25]Three',
    notes: [],
  });
  const srt =
    '\ufeff1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTwo\r\n';
  expect(read(srt, 'SRT')).toEqual({ synced: '[00:01.50]One\n[00:03.00]Two', notes: [] });
});

it('WebVTT references and word times are read, and display marks are omitted', () => {
  const of = (words: string, codec = 'VTT') => read(`WEBVTT\n\n00:01.000 --> 00:09.000\n${words}\n`, codec);
  expect(of('Rock &amp; roll, I &lt;3 y&#39;all &#x2014; &copy;')).toEqual({
    synced: "[00:01.00]Rock & roll, I <3 y'all — &copy;",
    notes: [],
  });
  expect(of('One <00:01.500>two <00:00:02.250><c.loud>three</c>')).toEqual({
    synced: '[00:01.00]<00:01.00>One <00:01.50>two <00:02.25>three',
    notes: [],
  });
  expect(of('{\\an8}{\\b1}One{\\b0} {two}', 'SRT')).toEqual({ synced: '[00:01.00]One {two}', notes: [] });
});

it('no subtitle line is lost or moved for lack of a space, digit or empty line', () => {
  const synced = '[00:01.00]One\n[00:02.50]Two';
  for (const subtitles of [
    '1\n00:00:01,000-->00:00:02,000\nOne\n\n2\n0:00:02,5 --> 0:00:03\nTwo',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,500 --> 00:00:03,000\nTwo\n',
  ])
    expect(read(subtitles, 'SRT')).toEqual({ synced, notes: [] });
  const withEmptyLine = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nTwo\n\n2\n00:00:03,000 --> 00:00:04,000\n3';
  expect(read(withEmptyLine, 'SRT').synced).toBe('[00:01.00]One\n[00:01.00]Two\n[00:03.00]3');
  const unreadable = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:99.0 --> 01:40.0\nTwo\n';
  expect(read(unreadable, 'VTT')).toEqual({
    lyrics: 'One\nTwo',
    notes: ['The lyrics in a.bin are imported without times.'],
  });
});

it('plain-text lyrics have no times unless every line does', () => {
  for (const codec of ['UTF8Text', 'ASCII', 'AsciiOrIso8859nText', 'WindowsText'])
    expect(read('\nOne\n\nTwo\n', codec)).toEqual({ lyrics: 'One\n\nTwo', notes: [] });
  expect(read('[00:12.00]One\n', 'UTF8Text')).toEqual({ synced: '[00:12.00]One\n', notes: [] });
  expect(read('One\n[00:12.00]Two', 'UTF8Text')).toEqual({ lyrics: 'One\n[00:12.00]Two', notes: [] });
});

it('lyrics of undeclared format are recognized by the file name', () => {
  expect(read('One', '', 'a.txt').lyrics).toBe('One');
  expect(read(ttml('<div><p begin="1s">One</p></div>'), '', 'a.TTML').synced).toBe('[00:01.00]One');
  expect(read('x', '', 'a.doc').notes).toEqual(['Lyrics in the format unknown are omitted.']);
});
