import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../bin/operator/command-line.ts';
import { present } from '../../../bin/operator/present.ts';
import { Rejection } from '../../../bin/operator/rejection.ts';

function read(line: string) {
  const parsed = readCommandLine(line.split(' '));
  return 'help' in parsed ? parsed : { stage: parsed.stage, ...parsed.args };
}

function rejected(line: string): string[] {
  try {
    readCommandLine(line.split(' ').filter((word) => word !== ''));
  } catch (error) {
    if (error instanceof Rejection) return error.problems.map(({ detail }) => detail);
    throw error;
  }
  return [];
}

describe('the command line', () => {
  it.each([
    ['create-organization --name -Dash --dsps --1', { stage: 'local', name: '-Dash', dsps: '--1' }],
    ['create-organization --name=--name --dsps=', { stage: 'local', name: '--name', dsps: '' }],
    ['create-organization --admin-password -', { stage: 'local', 'admin-password': '-' }],
    ['set-capabilities 5 --video --preapproval off', { 'user-id': '5', video: true, preapproval: 'off' }],
    [
      'set-capabilities --video on 5 --music-videos=off',
      { 'user-id': '5', video: 'on', 'music-videos': 'off' },
    ],
    ['set-capabilities --user-id 5 --video=perhaps', { 'user-id': '5', video: 'perhaps' }],
    ['import-catalogue --genre A=Pop --genre=B=Rock', { genre: ['A=Pop', 'B=Rock'] }],
    ['set-capabilities -- -5', { 'user-id': '-5' }],
    ['--stage dev redrive-webhooks --look --json', { stage: 'dev', look: true }],
    ['--json create-organization --name list-commands', { name: 'list-commands' }],
  ])('parses %s', (line, expected) => {
    expect(read(line)).toEqual({ stage: 'local', ...expected });
  });

  it.each([
    ['create-organization --name A --name B', ['--name was given twice.']],
    ['import-catalogue --user 5 --genre', ["option '--genre <NAME=GENRE>' argument missing"]],
    ['import-catalogue --user 5 --genre --check', [expect.stringMatching(/^--genre needs a value\./)]],
    ['set-capabilities 5 --user-id 6', ['--user-id was given twice.']],
    ['list-commands --stage dev --stage prod', ['--stage was given twice.']],
    ['create-organization --name', ["option '--name <TEXT>' argument missing"]],
    ['list-commands --stage=', ['--stage needs a value.']],
    [
      'create-organization --name --admin-name Ada',
      ['--name needs a value. Write a value that looks like an option as --name=VALUE.'],
    ],
    ['redrive-webhooks --look=yes', ["unknown option '--look'"]],
    ['set-capabilities -x', ["unknown option '-x'"]],
    ['set-capabilities 5 6', ["too many arguments for 'set-capabilities'. Expected 1 argument but got 2."]],
    ['list-commands 5', ["too many arguments for 'list-commands'. Expected 0 arguments but got 1."]],
    // The value of a misspelt option may be a secret.
    ['create-organization --admin-pasword=Secret-1', ["unknown option '--admin-pasword'"]],
    [
      'create-organization --admin-pasword Secret-1',
      [expect.stringContaining('Did you mean --admin-password')],
    ],
    ['list-commands --constructor x', ["unknown option '--constructor'"]],
    ['', ['The command is missing or unknown. Try --help.']],
    ['help approve', ['The command is missing or unknown. Try --help.']],
    ['approve', ["unknown command 'approve'"]],
    ['aprove-request 5', ["unknown command 'aprove-request'\n(Did you mean approve-request?)"]],
  ])('rejects %s', (line, sentences) => {
    expect(rejected(line)).toEqual(sentences);
  });

  it.each([['--help'], ['-h'], ['help'], ['--stage dev -h']])('shows help for all commands: %s', (line) => {
    expect(readCommandLine(line.split(' '))).toEqual({
      help: expect.stringMatching(/\nCommands:\n/),
    });
  });
});

describe('a result', () => {
  it('is printed line by line, with lists as tables', () => {
    const rows = [
      { id: '1', what: 'event' },
      { id: '200', reason: 'No\u001b[2J', extra: { a: 1 } },
      { id: '3', what: null },
    ];
    expect(present({ total: 2, capabilities: ['video', 'preapproval'], none: [], rows })).toBe(
      [
        'total: 2',
        'capabilities: video, preapproval',
        'none: none',
        'rows:',
        '  id   what   reason',
        '  1    event',
        '  200         No\\u{1b}[2J',
        '    extra: a 1',
        '  3',
      ].join('\n'),
    );
  });

  it('shows a single record in one line if its values are words, else in several', () => {
    const record = { type: 'albums', id: '7', at: null };
    const audio = { status: 'failed', error: 'It is cut.', channels: null, loudness: -9.5, warnings: [] };
    const warnings = [{ code: 'cut', record }];
    expect(
      present({
        count: { new: 0, there: 2 },
        nothing: { at: null },
        audio,
        found: { problems: [], warnings },
      }),
    ).toBe(
      [
        'count: new 0, there 2',
        'nothing: none',
        ...['audio:', '  status: failed', '  error: It is cut.', '  loudness: -9.5', '  warnings: none'],
        ...['found:', '  problems: none', '  warnings:', '    code', '    cut'],
        '      record: type albums, id 7',
      ].join('\n'),
    );
  });

  it('shows long texts in sections with their line breaks', () => {
    const lyrics = 'One\r\n\n  Two \u001b[2J\nThree';
    const tracks = [
      { title: 'Rain', lyrics },
      { title: 'Sun', lyrics: 'La' },
      { title: 'Wind', lyrics: null },
    ];
    expect(present({ notes: ['It is silent.', 'It clips, twice.'], bio: lyrics, tracks })).toBe(
      [
        'notes:',
        '  - It is silent.',
        '  - It clips, twice.',
        ...['bio:', '  One', '', '    Two \\u{1b}[2J', '  Three'],
        'tracks:',
        '  title',
        '  Rain',
        ...['    lyrics:', '      One', '', '        Two \\u{1b}[2J', '      Three'],
        '  Sun',
        '    lyrics: La',
        '  Wind',
      ].join('\n'),
    );
  });

  it('shows the first lines of a very long text and how to see the rest', () => {
    const lines = Array.from({ length: 23 }, (_, index) => `Line ${index + 1}`);
    expect(present({ lyrics: lines.join('\n') }).split('\n')).toEqual([
      'lyrics:',
      ...lines.slice(0, 20).map((line) => `  ${line}`),
      '  (3 more lines, which --json shows)',
    ]);
  });

  it('wraps lines over 100 characters at spaces and within longer words', () => {
    const words = Array.from({ length: 30 }, () => 'twelve chars').join(' ');
    const printed = present({ words, word: '𝄞'.repeat(250) }).split('\n');
    expect(printed.every((line) => [...line].length <= 102)).toBe(true);
    expect(
      printed
        .slice(1, printed.indexOf('word:'))
        .map((line) => line.trim())
        .join(' '),
    ).toBe(words);
    expect(printed.slice(-3)).toEqual(
      [100, 100, 50].map((count) => '𝄞'.repeat(count)).map((line) => `  ${line}`),
    );
  });
});
