/** The table accesses of the validator, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { isoMedia } from '../support/master-files.ts';
import { masterServer, withRanges } from '../support/master-server.ts';
import { announce, attach, pass, remove, settle, useMasters } from './masters.ts';

useMasters();
beforeAll(hearTable);

it('the validator uses all its permissions and needs no others', async () => {
  const statuses = [503];
  const server = await masterServer((request, response) => {
    const status = statuses.shift();
    if (status === undefined) withRanges({ bytes: isoMedia('qt  ') })(request, response);
    else response.writeHead(status).end();
  });
  const video = await attach(server.url, 'video');
  await announce(video);
  const first = await askedBy(settle);
  const deleted = await attach(server.url);
  await announce(deleted);
  await remove(`/tracks/${deleted.trackId}`);
  pass(10);
  const second = await askedBy(settle);
  expectAllUsed([...first, ...second], 'validate-assets');
});
