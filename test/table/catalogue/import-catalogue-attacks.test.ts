/** Imports whose user is disabled, that end in the middle, or of what another owner has. */
import { afterEach, describe, expect, it } from 'vitest';
import { accessKey } from '../../../shared/accounts/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls } from '../../support/catalogue-calls.ts';
import { messageOf, recording } from '../../support/catalogue-files/small-message.ts';
import { catalogueCommands, line, nextUpc, table, tracksOf } from '../../support/catalogue-imports.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';

const way = withFaultyTable();
const { operator, folderOf, importing, imported, rejected } = catalogueCommands();
afterEach(() => {
  operator.before = () => {};
  way.interruption = undefined;
});
const masters = ['--masters', 'https://files.example'];

const disable = ({ userId }: Person, to: boolean) =>
  new Table().commit([{ update: accessKey(userId), with: [{ set: 'disabled', to }] }]);

/** @returns a release that is more than half of what is sent to the function together. */
const largeRelease = (code: string): string => {
  const lyrics = 'Sea '.repeat(2000);
  const lines = Array.from({ length: 11 }, (_, index) => `${line(code, 1, index + 1)},${lyrics}`);
  return table(...lines).replace('\n', ',lyrics\n');
};

describe('an import for a disabled user', () => {
  it('writes nothing if the user is disabled after the check', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(...tracksOf(nextUpc())) });
    operator.before = async ({ arguments: { step } }) => {
      if (step === 'write') await disable(ada, true);
    };
    expect(await rejected(from, ada)).toEqual([`The user ${ada.userId} is disabled.`]);
    operator.before = () => {};
    await disable(ada, false);
    expect(await catalogueDocuments(ada)).toEqual({});
  });

  it('ends with the current batch if the user is disabled meanwhile, and can be resumed', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'a.csv': largeRelease(nextUpc()), 'b.csv': largeRelease(nextUpc()) });
    operator.before = ({ arguments: { step } }) => {
      if (step === 'write' && !way.interruption)
        way.interruption = { after: 3, of: 'transactions', run: () => disable(ada, true) };
    };
    expect(await rejected(from, ada)).toEqual([`The user ${ada.userId} is disabled.`]);
    operator.before = () => {};
    way.interruption = undefined;
    await disable(ada, false);
    const { albums, tracks } = await catalogueDocuments(ada);
    expect([albums?.length, tracks?.length]).toEqual([1, 11]);
    expect(await imported(from, ada)).toMatchObject({
      albums: { new: 1, there: 1 },
      tracks: { new: 11, there: 11 },
    });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });
});

describe('an import alongside another', () => {
  it('is not affected if the other stops midway and is repeated', async () => {
    const ada = await newAdmin();
    const files = { 'a.csv': largeRelease(nextUpc()), 'b.csv': largeRelease(nextUpc()) };
    let batches = 0;
    operator.before = ({ arguments: { step } }) => {
      if (step === 'write' && ++batches === 3) throw new Error('The function ended.');
    };
    const ran = await Promise.all([folderOf(files), folderOf(files)].map((from) => importing(from, ada)));
    expect(ran.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    operator.before = () => {};
    const { albums, tracks } = await catalogueDocuments(ada);
    expect([albums?.length, tracks?.length]).toEqual([2, 22]);
    expect(await imported(folderOf(files), ada)).toMatchObject({
      albums: { there: 2 },
      tracks: { there: 22 },
    });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });
});

describe("an import of another owner's release", () => {
  const party = (name: string) =>
    `<Party><PartyReference>P1</PartyReference><PartyName><FullName>${name}</FullName></PartyName></Party>`;
  const artist =
    '<DisplayArtist><ArtistPartyReference>P1</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>';

  it('is rejected for its UPC in a message, and creates its own artists and labels', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const taken = nextUpc();
    const message = (upc: string) =>
      messageOf({
        upc,
        release: artist,
        parties: party('Mila'),
        resources: recording('A1', { more: artist }),
      });
    await imported(folderOf({ 'm.xml': message(taken) }), eve, ...masters);
    const before = await catalogueDocuments(eve);
    expect(await rejected(folderOf({ 'm.xml': message(taken) }), ada, ...masters)).toEqual([
      expect.stringMatching(
        /upc-code \(Release\/ReleaseId\/ICPN\): An album of another account has this UPC\.$/,
      ),
    ]);
    const own = message(nextUpc());
    await imported(folderOf({ 'm.xml': own }), ada, ...masters);
    const idsOf = async (person: Person, path: string) =>
      (await catalogueCalls(() => person).get(path)).data.map(({ id }: { id: string }) => id);
    for (const path of ['/artists', '/labels'])
      expect(await idsOf(ada, path)).not.toEqual(await idsOf(eve, path));
    expect(await catalogueDocuments(eve)).toEqual(before);
  });

  it('does not link to a record by an id in an exported message', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const foreign = nextUpc();
    await imported(folderOf({ 'c.csv': table(line(foreign, 1, 1)) }), eve);
    const before = await catalogueDocuments(eve);
    const { get } = catalogueCalls(() => eve);
    const [label] = (await get('/labels')).data;
    const [theirs] = (await get('/artists')).data;
    const [album] = (await get('/albums')).data;
    const credit = { role: 'piano', name: 'Pia', position: 1, 'artist-id': Number(theirs?.id) };
    const further = {
      release: { links: { label: label?.id, user: eve.userId } },
      tracks: {
        '1+1': {
          attributes: { 'extended-credits': [credit] },
          links: { albums: album?.id, artists: theirs?.id },
        },
      },
    };
    const withFurther = (more: object) =>
      `<?music-distribution ${JSON.stringify(more)}?>${messageOf({ upc: nextUpc() })}`;
    const from = folderOf({ 'm.xml': withFurther(further) });
    const ran = await operator.run(
      ...['import-catalogue', '--from', from, '--user', ada.userId, ...masters, '--json'],
    );
    const rows = JSON.stringify((await allRows()).filter(({ owner }) => owner === ada.userId));
    for (const id of [label, theirs, album].map((each) => each?.id)) expect(rows).not.toContain(`"${id}"`);
    expect(await catalogueDocuments(eve)).toEqual(before);
    expect(ran).toMatchObject({ code: 1 });
    const shared = [{ disc: 1, order: 2, of: { upc: foreign, disc: 1, order: 1 } }];
    const sharing = folderOf({ 'm.xml': withFurther({ release: { shared }, tracks: {} }) });
    expect(await rejected(sharing, ada, ...masters)).toEqual([
      `m.xml:9: release: tracks (Release/ResourceGroup): There is no track 1 on disc 1 of ${foreign}.`,
    ]);
    expect(await catalogueDocuments(eve)).toEqual(before);
    expect(await catalogueDocuments(ada)).toEqual({});
  });
});

describe('a check of files', () => {
  it('shows only the start of huge texts, and no control characters', async () => {
    const text = `\u202e${'Sea '.repeat(300_000)}`;
    const from = folderOf({
      'm.xml': messageOf({ release: `<Genre><GenreText>${text}</GenreText></Genre>` }),
    });
    const [problem = ''] = await rejected(from, await newAdmin(), ...masters);
    expect(problem).toContain('The genre \\u{202e}Sea Sea');
    expect(problem.length).toBeLessThan(1100);
  });

  it('makes few concurrent table calls', async () => {
    const ada = await newAdmin();
    const lines = Array.from({ length: 60 }, () => line(nextUpc(), 1, 1));
    const from = folderOf({ 'c.csv': table(...lines) });
    way.mostRunning = 0;
    await imported(from, ada, '--check');
    expect(way.mostRunning).toBeLessThanOrEqual(12);
  });
});
