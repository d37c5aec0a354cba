/**
 * Matches by sound on the local stage: files on a server, the stream, queues and functions as the template
 * connects them.
 */
import { DynamoDBClient, GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { trackSoundKey } from '../../shared/matching/keys.ts';
import { cut } from '../support/audio/corpus/alterations.ts';
import { RATE } from '../support/audio/corpus/instruments.ts';
import { mp3File } from '../support/audio/corpus/mp3.ts';
import { song } from '../support/audio/corpus/song.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { clientOptions, eventually } from '../support/hand-made.ts';
import { emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';
import { ask, newSong, type Owner, requestDelivery, type Shown, serveFiles } from './stage-release.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await emptyStage();
});

/** @returns the URL of a file. */
async function serve(bytes: Uint8Array): Promise<string> {
  const { url, end } = await serveFiles(stage, (_request, response) => void response.end(bytes));
  onTestFinished(end);
  return `${url}/audio`;
}

const ownerOf = async (name: string): Promise<Owner> => ({
  url: stage.url,
  token: await newOrganization(stage, name, { preapproval: false }),
});

const audioOf = async (owner: Owner, trackId: string) =>
  (await ask(owner, `/tracks/${trackId}`)).data.meta.audio;

async function isIndexed(trackId: string): Promise<boolean> {
  const client = new DynamoDBClient(clientOptions(stage));
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand());
  const Key = marshall(trackSoundKey(trackId, 'indexed'));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
  client.destroy();
  return Item?.['isComplete']?.BOOL === true;
}

it('an MP3 excerpt of another owner is found with its offsets within ten seconds', async () => {
  const recording = song(20_261_123, 60);
  const ada = await ownerOf('sound-ada');
  const released = await newSong(ada, {
    title: 'Amber Lantern',
    audio: await serve(waveFile([recording], { rate: RATE })),
  });
  const delivery = await requestDelivery(ada, released.albumId);
  await expect
    .poll(() => audioOf(ada, released.trackId))
    .toMatchObject({ status: 'completed', duration: 60, 'sample-rate': RATE, channels: 1 });
  await operateWith(stage, 'approve-request', { id: delivery });
  await eventually(() => isIndexed(released.trackId)).toBe(true);

  const excerpt = await mp3File(cut(recording, 17.3, 30), 96);
  const leo = await ownerOf('sound-leo');
  const submitted = await newSong(leo, { title: 'Quiet Harbour', audio: await serve(excerpt) });
  const copied = await requestDelivery(leo, submitted.albumId);
  const path = `/track-matches?filter[track]=${submitted.trackId}&include=time-offsets,track-analysis`;
  await expect.poll(async () => (await ask<Shown[]>(leo, path)).data.length).toBe(1);
  const { data, included = [] } = await ask<Shown[]>(leo, path);
  expect(data[0]?.attributes).toMatchObject({ 'is-cover': 0, title: 'Amber Lantern' });
  expect(included.find(({ type }) => type === 'track-analyses')?.attributes).toMatchObject({
    method: 'audio',
  });
  const [offsets] = included.filter(({ type }) => type === 'track-match-time-offsets');
  const expected = { start: 0, end: 30, 'matched-start': 17.3, 'matched-end': 47.3 };
  for (const [name, seconds] of Object.entries(expected))
    expect(Math.abs(Number(offsets?.attributes[name]) - seconds), name).toBeLessThanOrEqual(0.5);

  const ranges = [expect.objectContaining({ 'matched-start': offsets?.attributes['matched-start'] })];
  // It compares again what was compared just after the release stood in the index.
  const shown = () => operateWith(stage, 'show-request', { id: copied });
  await eventually(shown).toMatchObject({
    tracks: [
      {
        audio: { status: 'completed', error: null },
        matches: [{ title: 'Amber Lantern', 'is-of-another-owner': true, 'time-offsets': ranges }],
      },
    ],
  });
});
