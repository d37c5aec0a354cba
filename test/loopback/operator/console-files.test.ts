/** Files of releases and reports, which the console passes between the page and the stage. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { entered, type Respond, sendAsPage, stage, useConsole } from '../../support/console.ts';

useConsole();

const song = Buffer.alloc(9_000_000, 'RIFF....WAVEfmt ');
song.write('RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 0, 'latin1');

describe('the audio of a track', () => {
  const read: Respond = ({ arguments: { from, length } }) => {
    const part = song.subarray(Number(from), Number(from) + Number(length));
    return { result: { from, size: song.length, content: part.toString('base64') } };
  };

  it('is sent in one response of parts that fit into function responses', async () => {
    stage.respond = read;
    const { status, headers, body } = await sendAsPage({ path: '/files/audio/7' });
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'audio/wav',
      '9000000',
    ]);
    expect(body.equals(song)).toBe(true);
    expect(stage.asked.map(({ arguments: { from } }) => from)).toEqual([0, 4_000_000, 8_000_000]);
  });

  it('is sent from the position that a browser requests', async () => {
    stage.respond = read;
    const { status, headers, body } = await sendAsPage({
      path: '/files/audio/7',
      headers: { range: 'bytes=5000000-5000009' },
    });
    expect([status, headers['content-range'], headers['content-type']]).toEqual([
      206,
      'bytes 5000000-5000009/9000000',
      'audio/wav',
    ]);
    expect(body.equals(song.subarray(5_000_000, 5_000_010))).toBe(true);
    const rest = await sendAsPage({ path: '/files/audio/7', headers: { range: 'bytes=8999990-' } });
    expect([rest.status, rest.body.length]).toEqual([206, 10]);
    expect((await sendAsPage({ path: '/files/audio/7', headers: { range: 'bytes=9000000-' } })).status).toBe(
      416,
    );
  });

  it('is sent whole if its server does not state its size', async () => {
    stage.respond = (event) => ({ result: { ...Object(read(event)).result, size: null } });
    for (const range of ['', 'bytes=0-1', 'bytes=5000000-']) {
      const { status, headers, body } = await sendAsPage({ path: '/files/audio/7', headers: { range } });
      expect([range, status, headers['content-range']]).toEqual([range, 200, undefined]);
      expect(body.equals(song)).toBe(true);
    }
  });

  it('can be empty', async () => {
    stage.respond = () => ({ result: { from: 0, size: 0, content: '' } });
    const whole = await sendAsPage({ path: '/files/audio/7' });
    expect([whole.status, whole.headers['content-length']]).toEqual([200, '0']);
    const { status, headers } = await sendAsPage({ path: '/files/audio/7', headers: { range: 'bytes=0-' } });
    expect([status, headers['content-range']]).toEqual([416, 'bytes */0']);
  });

  it('is sent whole if the range ends before it begins', async () => {
    stage.respond = read;
    const { status, body } = await sendAsPage({ path: '/files/audio/7', headers: { range: 'bytes=9-3' } });
    expect([status, body.length]).toEqual([200, song.length]);
  });

  it.each<[string, (from: number) => object]>([
    ['has another size', (from) => (from === 0 ? {} : { size: song.length + 1 })],
    ['has another version of the same size', (from) => ({ version: from === 0 ? 'a' : 'b' })],
    ['has no version any more', (from) => ({ version: from === 0 ? 'a' : null })],
    ['is shorter', (from) => (from === 0 ? {} : { content: '' })],
  ])('ends as a failure if the file %s after its first part', async (_, change) => {
    stage.respond = (event) => ({
      result: { ...Object(read(event)).result, ...change(Number(event.arguments['from'])) },
    });
    await expect(sendAsPage({ path: '/files/audio/7' })).rejects.toThrow('aborted');
  });

  it('has an ETag, so that a browser does not mix parts of different files', async () => {
    let version = 'a';
    stage.respond = (event) => ({ result: { ...Object(read(event)).result, version } });
    const path = '/files/audio/7';
    const { headers } = await sendAsPage({ path, headers: { range: 'bytes=0-9' } });
    const tag = String(headers.etag);
    expect(tag).toBe('"a-9000000"');
    const range = 'bytes=100-109';
    const same = await sendAsPage({ path, headers: { range, 'if-range': tag, 'if-match': tag } });
    expect([same.status, same.body.length]).toEqual([206, 10]);
    version = 'b';
    const whole = await sendAsPage({ path, headers: { range, 'if-range': tag } });
    expect([whole.status, whole.headers.etag, whole.body.length]).toEqual([200, '"b-9000000"', song.length]);
    const pinned = await sendAsPage({ path: `${path}?tag=${encodeURIComponent(tag)}`, headers: { range } });
    expect([pinned.status, JSON.parse(String(pinned.body)).problems[0].code]).toEqual([422, 'file_changed']);
    const rejected = await sendAsPage({ path, headers: { range, 'if-match': tag } });
    expect([rejected.status, rejected.headers.etag, rejected.body.length]).toEqual([412, '"b-9000000"', 0]);
  });

  it('is revalidated each time it is shown and resent only if it changed', async () => {
    let version = 'a';
    stage.respond = (event) => ({ result: { ...Object(read(event)).result, version } });
    const path = '/files/artwork/7?release=0-0-0';
    const { headers } = await sendAsPage({ path });
    expect(headers['cache-control']).toBe('private, no-cache');
    const known = { path, headers: { 'if-none-match': String(headers.etag) } };
    const same = await sendAsPage(known);
    expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, headers.etag]);
    version = 'b';
    const other = await sendAsPage(known);
    expect([other.status, other.body.length]).toEqual([200, song.length]);
  });

  it('has no tag if its server does not identify versions', async () => {
    stage.respond = read;
    const { status, headers } = await sendAsPage({
      path: '/files/audio/7',
      headers: { range: 'bytes=0-9', 'if-range': '"a-9000000"' },
    });
    expect([status, headers.etag]).toEqual([200, undefined]);
  });

  it('is rejected with the reason if it changes before anything is sent', async () => {
    stage.respond = (event) => ({
      result: { ...Object(read(event)).result, version: event.arguments['from'] === 0 ? 'b' : 'a' },
    });
    const { status, body } = await sendAsPage({ path: '/files/audio/7', headers: { range: 'bytes=9-' } });
    const detail = 'The file changed while it was read. Load it again.';
    expect([status, JSON.parse(String(body))]).toEqual([
      422,
      { problems: [{ code: 'file_changed', detail }] },
    ]);
  });

  it('is described without being read', async () => {
    stage.respond = read;
    const { status, headers, body } = await sendAsPage({ path: '/files/audio/7', method: 'HEAD' });
    expect([status, headers['content-length'], headers['content-type'], body.length]).toEqual([
      200,
      '9000000',
      'audio/wav',
      0,
    ]);
    expect(stage.asked.map(({ arguments: { length } }) => Number(length))).toEqual([4100]);
  });

  it('is not read further once the browser has left', async () => {
    const content = song.toString('base64', 0, 4_000_000);
    stage.respond = () => ({ result: { from: 0, size: 80_000_000, content } });
    const left = Promise.withResolvers<void>();
    const { port, fileKey } = entered;
    const path = `/by/${fileKey}/files/audio/7`;
    const options = { port, host: '127.0.0.1', path, agent: false };
    const sent = request(options, (response) => {
      response.once('data', () => response.destroy()).once('close', left.resolve);
    });
    sent.end();
    await left.promise;
    for (let round = 0; round < 10; round++) await sendAsPage({ path: '/commands' });
    expect(stage.asked.length).toBeLessThan(20);
  });

  it('is not sent with the type of a page that it contains', async () => {
    const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    stage.respond = () => ({
      result: { from: 0, size: hostile.length, content: hostile.toString('base64') },
    });
    const { headers } = await sendAsPage({ path: '/files/artwork/7' });
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is a 422 with the problems of the stage if it cannot be read', async () => {
    const problems = [
      { code: 'file_unreadable', detail: 'The server responded with status 404 instead of the file.' },
    ];
    stage.respond = () => ({ problems });
    const { status, body } = await sendAsPage({ path: '/files/audio/7' });
    expect([status, JSON.parse(String(body))]).toEqual([422, { problems }]);
  });
});

it('a report whose upload ends early is not imported, and leaves nothing on the machine', async () => {
  const reports = () => readdirSync(tmpdir()).filter((name) => name.startsWith('report-'));
  const before = reports();
  const { port, key } = entered;
  const headers = { 'console-key': key, origin: `http://127.0.0.1:${port}`, 'content-length': 20_000_000 };
  const options = {
    port,
    host: '127.0.0.1',
    path: '/reports?name=a.csv',
    method: 'POST',
    headers,
    agent: false,
  };
  const sent = request(options);
  const ended = new Promise((resolve) => sent.on('error', resolve));
  sent.write('date,dsp_id\n');
  await vi.waitFor(() => expect(reports().length).toBeGreaterThan(before.length));
  sent.destroy(new Error('The connection was lost.'));
  await ended;
  await vi.waitFor(() => expect(reports()).toEqual(before));
  expect(stage.asked).toEqual([]);
});

it('a report needs a plain file name', async () => {
  for (const name of ['', '../../etc/passwd', 'a/b.csv', 'x'.repeat(300)]) {
    const path = `/reports?name=${encodeURIComponent(name)}`;
    expect((await sendAsPage({ path, method: 'POST', body: 'date' })).status).toBe(422);
  }
  expect(stage.asked).toEqual([]);
});
