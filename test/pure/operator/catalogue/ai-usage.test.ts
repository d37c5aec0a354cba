/** Statements on the use of artificial intelligence in messages of other senders. */
import { describe, expect, it } from 'vitest';
import { image, items, readParts, recording } from '../../../support/catalogue-files/small-message.ts';

const contributor = (who: string, more: string) =>
  `<Contributor SequenceNumber="1">${who}${more}</Contributor>`;
const AI = '<SpecialContributor>GenerativeAI</SpecialContributor>';
const PERSON = '<ContributorPartyReference>PAda</ContributorPartyReference>';
const role = (...names: readonly string[]) =>
  names.map((name) => `<Role><Value>${name}</Value></Role>`).join('');
const party =
  '<Party><PartyReference>PAda</PartyReference><PartyName><FullName>Ada Quist</FullName></PartyName></Party>';

function readTrack(more: string) {
  const { release, notes } = readParts({ resources: recording('A1', { more }), parties: party });
  const [track] = release.tracks;
  return { usage: track?.attributes['ai-usage'], credits: track?.credits, artists: track?.artists, notes };
}
const contains = (value: string) => `<ContainsAI>${value}</ContainsAI>`;

describe('a recording', () => {
  it.each([
    ['nothing', '', undefined],
    [
      'that all is made by it',
      contains('All'),
      ['vocals', 'instruments', 'composition', 'lyrics', 'post-production'],
    ],
    ['that it was not used', contains('None'), []],
    [
      'the roles of generative AI',
      contains('Partly') +
        contributor(AI, role('Lyricist', 'LeadVocalist')) +
        contributor(AI, role('MasteringEngineer')),
      ['vocals', 'lyrics', 'post-production'],
    ],
    [
      'the instrument of generative AI',
      contributor(AI, '<Role><Value>Musician</Value><InstrumentType>Synthesizer</InstrumentType></Role>'),
      ['instruments'],
    ],
    [
      'a person who used it',
      contains('Partly') + contributor(PERSON, `${role('Composer')}<AiContribution>Partly</AiContribution>`),
      ['composition'],
    ],
    [
      'a person who did not',
      contains('None') + contributor(PERSON, `${role('Composer')}<AiContribution>None</AiContribution>`),
      [],
    ],
  ])('is imported with its statement of %s', (_, more, usage) => {
    const read = readTrack(more);
    expect(read.usage).toEqual(usage);
    expect(read.notes.filter((note) => /AI|intelligence|party/i.test(note))).toEqual([]);
  });

  it('gets a note if it names something other than a party or generative AI', () => {
    const special = (name: string) => `<SpecialContributor>${name}</SpecialContributor>`;
    const displayed =
      '<DisplayArtist><SpecialDisplayArtist>GenerativeAI</SpecialDisplayArtist></DisplayArtist>';
    const { artists, notes } = readTrack(displayed + contributor(special('Traditional'), role('Composer')));
    expect(artists?.map(({ name }) => name)).toEqual(['Ada Quist']);
    expect(notes).toEqual([
      'DisplayArtist GenerativeAI is omitted, because it is not a party.',
      'Contributor Traditional is omitted, because it is not a party.',
    ]);
  });

  it('credits people but not generative AI', () => {
    const more = contributor(AI, role('Composer')) + contributor(PERSON, role('Lyricist'));
    expect(readTrack(more).artists?.map(({ name }) => name)).toEqual(['Ada Quist', 'Ada Quist']);
  });

  it.each([
    [contains('Partly'), 'ContainsAI Partly is omitted, because no contributor states the use.'],
    [
      contributor(AI, role('TeaMaker')),
      'The role TeaMaker of artificial intelligence is not one of the uses of ai-usage.',
    ],
    [contributor(AI, ''), 'Artificial intelligence without a role is omitted.'],
    [
      contains('None') + contributor(AI, role('Composer')),
      'A recording with ContainsAI None has contributors that used AI. The contributors count.',
    ],
  ])('is imported with a note for %s', (more, note) => expect(readTrack(more).notes).toContain(note));
});

it.each([
  [contains('All'), true],
  [contains('Partly'), true],
  [contains('None'), false],
  [contributor(AI, role('CoverDesigner')), true],
  ['', undefined],
])('a cover with %j states %j', (more, usage) => {
  const { release } = readParts({
    resources: recording('A1') + image('A2').replace('<TechnicalDetails>', `${more}<TechnicalDetails>`),
    contents: items('A1', 'A2'),
  });
  expect(release.attributes['artwork-ai-usage']).toBe(usage);
});
