/** Each rule for messages finds what breaks it, and only that. */
import { describe, expect, it } from 'vitest';
import { newReleaseMessage } from '../../../../shared/ern/write/new-release-message.ts';
import { ernRules, messageFaults } from '../../../support/stores/ern-rules.ts';
import { transferred } from '../../../support/stores/package-files.ts';
import { artist, parcel, release, track } from '../../../support/stores/parcel.ts';
import { xmlTree } from '../../../support/stores/xml-tree.ts';
import { testSettings } from '../../../support/table.ts';

const sung = track({
  language: 'ja',
  title: '夏の終わり',
  genres: ['Alternative', 'Indie Rock'],
  lyrics: 'La',
  credits: [
    { name: 'Ada', role: 'piano' },
    { name: 'Ada', role: 'lyricist' },
    { name: 'Leo', role: 'hype_person' },
  ],
});
const one = parcel({
  release: release({
    artists: [artist('Nia Calder'), artist('Ada', { role: 'remixer' })],
    copyright: '© 2027 Blue Room',
    tracks: [sung, track({ order: 2 })],
  }),
});
const message = newReleaseMessage(one, transferred(one), testSettings.packages);

type Change = readonly [found: string | RegExp, instead: string];

/** How an earlier or careless version would write the message. */
const broken: Readonly<Record<keyof typeof ernRules, readonly Change[]>> = {
  'the role of a display artist is an allowed value': [
    ['<DisplayArtistRole>MainArtist<', '<DisplayArtistRole>Remixer<'],
  ],
  'a party is one contributor to a recording, with each of its roles once': [
    ['<Role>Remixer</Role>', '<Role>Lyricist</Role>'],
    [
      '<Contributor SequenceNumber="2">',
      '<Contributor SequenceNumber="2"><ContributorPartyReference>P2</ContributorPartyReference></Contributor><Contributor SequenceNumber="3">',
    ],
  ],
  'a track release has no secondary resources': [
    [
      '</ReleaseResourceReference>\n      <ReleaseLabelReference>',
      '</ReleaseResourceReference><LinkedReleaseResourceReference>A3</LinkedReleaseResourceReference><ReleaseLabelReference>',
    ],
  ],
  'a track release does not repeat the titles of its recording': [
    [
      /(<TrackRelease>.*?<\/ReleaseId>)/s,
      '$1<DisplayTitleText>夏の終わり</DisplayTitleText><DisplayTitle><TitleText>夏の終わり</TitleText></DisplayTitle>',
    ],
  ],
  'each recording has one track release': [
    [
      /<ReleaseResourceReference>A2<\/ReleaseResourceReference>(?=\s*<ReleaseLabel)/,
      '<ReleaseResourceReference>A1</ReleaseResourceReference>',
    ],
  ],
  'a recording in another language than the message says so': [
    ['<SoundRecording LanguageAndScriptCode="ja">', '<SoundRecording>'],
  ],
  'a namespace is a party id without a prefix': [['Namespace="PADPIDA', 'Namespace="DPID:PADPIDA']],
  'a user-defined value has a namespace': [[/ Namespace="\w+" (?=UserDefinedValue)/, ' ']],
  'a deal begins and ends at a time': [
    [/<StartDateTime>.*<\/StartDateTime>/, '<StartDate>2027-03-05</StartDate>'],
  ],
  'a deal is worldwide or for countries, each once': [['<TerritoryCode>DE<', '<TerritoryCode>Worldwide<']],
  'a line of rights has its sign once, and a year': [['(C) 2027', '(C) © 2027']],
  'a genre that belongs to the one before it is its subgenre': [
    [
      /<\/GenreText>\s*<SubGenre>Indie Rock<\/SubGenre>/,
      '</GenreText></Genre><Genre><GenreText>Indie Rock</GenreText>',
    ],
  ],
  'display artists and contributors are numbered from 1': [
    ['<DisplayArtist SequenceNumber="1">', '<DisplayArtist>'],
  ],
  'the front cover is linked from the release': [
    [/<LinkedReleaseResourceReference LinkDescription="CoverArt">A3<\/LinkedReleaseResourceReference>/, ''],
  ],
  'secondary resources have an id of the sender': [
    [/(<Type>FrontCoverImage<\/Type>\s*<ResourceId>).*?(<\/ResourceId>)/s, '$1<ISRC>QZABC2700001</ISRC>$2'],
  ],
};

describe('a message', () => {
  it('has no faults if it is written now', () => {
    expect(messageFaults(xmlTree(message))).toEqual([]);
  });

  it.each(Object.entries(broken))('is found to break the rule: %s', (rule, changes) => {
    for (const [found, instead] of changes) {
      const changed = message.replace(found, instead);
      expect(changed, String(found)).not.toBe(message);
      const node = xmlTree(changed);
      const failed = Object.entries(ernRules).filter(([, broken]) => broken(node).length > 0);
      expect(
        failed.map(([name]) => name),
        String(found),
      ).toContain(rule);
    }
  });

  it('has a fault if it lacks what its structure needs', () => {
    expect(messageFaults(xmlTree(message.replace(/<Duration>.*<\/Duration>/, '')))).toEqual([
      expect.stringContaining('SoundRecording has'),
    ]);
  });
});
