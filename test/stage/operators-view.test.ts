/** The operators' commands that look, on a stage with the demo. */
import { expect, it } from 'vitest';
import { operateOn } from '../support/command-line.ts';
import { demoStage, operateWith } from './shared-stage.ts';

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly after: string | null;
}

it('operators find an album through lists and see the reason for its state', async () => {
  const stage = await demoStage();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape.
  const run = async (name: string, given: object = {}): Promise<any> => operateWith(stage, name, given);
  const page = async (name: string, given: object = {}): Promise<Page> => run(name, given);
  const demo = await run('find-user', { user: 'admin@demo.example' });
  const organization = { organization: demo.organization };
  expect((await page('list-organizations')).items).toContainEqual(expect.objectContaining({ name: 'Demo' }));
  const [request] = (await page('list-requests', { ...organization, status: 'sent' })).items;
  const album = await run('show-album', { id: request?.['album'] });
  expect(album).toMatchObject({ 'organization-name': 'Demo', missing: [], requests: expect.any(Array) });
  expect(album.why).toEqual(expect.any(String));
  const deliveries = await page('list-deliveries', { limit: '200' });
  expect(deliveries.items).toContainEqual(expect.objectContaining({ request: request?.['id'] }));
  expect((await page('list-deliveries', { failing: true })).items).toEqual(expect.any(Array));
  expect((await page('list-imports')).items).toContainEqual(
    expect.objectContaining({ name: 'demo-stores.csv' }),
  );
  const kinds = (await page('history', { ...organization, limit: '200' })).items.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['change', 'command']));
  const status = await run('status');
  expect(status['all-counted']).toBe(true);
  expect(status.queues.map(({ queue }: { queue: string }) => queue)).toEqual(
    expect.arrayContaining(['Webhook', 'Store', 'Change']),
  );
});

it('the command line prints a list as a table, or as JSON alone', async () => {
  const stage = await demoStage();
  const line = ['list-requests', '--status', 'sent', '--limit', '1'];
  const table = await operateOn(stage.awsUrl, line);
  expect(table).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/^items:\n {2}id +type/),
  });
  const json = await operateOn(stage.awsUrl, [...line, '--json']);
  expect(json).toMatchObject({ code: 0, errors: '' });
  expect(Object.keys(JSON.parse(json.output))).toEqual(['items', 'after']);
});
