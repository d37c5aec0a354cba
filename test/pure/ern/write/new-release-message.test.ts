import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parcel, ParcelRelease, ParcelTrack } from '../../../../shared/ern/write/parcel.ts';
import { sells } from '../../../../shared/ern/write/store-terms.ts';
import { UnwritableText } from '../../../../shared/ern/xml/xml-document.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { ernRules } from '../../../support/stores/ern-rules.ts';
import { structureFaults } from '../../../support/stores/ern-structure.ts';
import { transferred } from '../../../support/stores/package-files.ts';
import { parcel, release, track } from '../../../support/stores/parcel.ts';
import { parcels } from '../../../support/stores/parcels.ts';
import { message, recordings, textsOf, write } from '../../../support/stores/written-message.ts';
import { allNodes, at, textsAt, type XmlNode } from '../../../support/stores/xml-tree.ts';

/** Of parcels that properties draw: in a run, all draw the same ones. */
const drawn = new Map<string, XmlNode>();

function drawnMessage(one: Parcel): XmlNode {
  const key = JSON.stringify(one);
  const node = drawn.get(key) ?? message(one);
  drawn.set(key, node);
  return node;
}

/** Checks the message of every parcel. */
const always = (check: (message: XmlNode, parcel: Parcel) => void) =>
  checkProperty(
    fc.property(parcels, (one) => {
      check(drawnMessage(one), one);
    }),
    { runs: 200 },
  );

const dealTerms = (node: XmlNode) => at(node, 'DealList', 'ReleaseDeal', 'Deal', 'DealTerms');

describe('every ERN message', () => {
  it('has the elements of its version in order and number', () => {
    return always((node) => expect(structureFaults(node)).toEqual([]));
  });

  it.each(Object.entries(ernRules))('is written so that %s', (_, broken) => {
    return always((node) => expect(broken(node)).toEqual([]));
  });

  it('refers only to its own content and defines each reference once', () => {
    return always((node) => {
      const own = [
        'PartyReference',
        'ResourceReference',
        'ReleaseReference',
        'TechnicalResourceDetailsReference',
      ];
      const references = textsOf(node, ...own);
      expect(new Set(references).size).toBe(references.length);
      const others = allNodes(node).filter(({ name }) => /Reference$/.test(name) && !own.includes(name));
      expect(others.length).toBeGreaterThan(0);
      expect(references).toEqual(expect.arrayContaining(others.map(({ text }) => text)));
    });
  });

  it('names only referenced parties', () => {
    return always((node) => {
      const used = new Set(
        textsOf(node, 'ArtistPartyReference', 'ContributorPartyReference', 'ReleaseLabelReference'),
      );
      expect(textsAt(node, 'PartyList', 'Party', 'PartyReference').toSorted()).toEqual([...used].toSorted());
    });
  });

  it('describes each file once with checksum and size in kilobytes', () => {
    return always((node, one) => {
      const described = allNodes(node)
        .filter(({ name }) => name === 'File')
        .map((file) => [
          ...textsAt(file, 'URI'),
          ...textsAt(file, 'HashSum', 'Algorithm'),
          ...textsAt(file, 'HashSum', 'HashSumValue'),
          ...textsAt(file, 'FileSize'),
        ]);
      const expected = transferred(one).map(({ name, sha256, md5, bytes }) => [
        name,
        ...(md5 === undefined ? ['SHA-256', sha256] : ['MD5', md5]),
        String(bytes / 1000),
      ]);
      expect(described.toSorted()).toEqual(expected.toSorted());
    });
  });

  it('has codes, durations, dates and territories in standard form', () => {
    return always((node, { release: { territories } }) => {
      for (const isrc of textsOf(node, 'ISRC')) expect(isrc).toMatch(/^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/);
      for (const icpn of textsOf(node, 'ICPN')) expect(icpn).toMatch(/^[0-9]{12,13}$/);
      for (const duration of textsOf(node, 'Duration'))
        expect(duration).toMatch(/^PT([0-9]+H[0-5]?[0-9]M)?[0-5]?[0-9]S$/);
      for (const date of textsOf(node, 'ReleaseDate')) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      for (const moment of textsOf(node, 'MessageCreatedDateTime', 'StartDateTime', 'EndDateTime')) {
        expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}Z|Z|[+-]\d\d:\d\d)?$/);
        expect(Number.isNaN(Date.parse(moment))).toBe(false);
      }
      const expected = territories.length > 0 ? territories : ['Worldwide'];
      for (const terms of dealTerms(node)) expect(textsAt(terms, 'TerritoryCode')).toEqual(expected);
    });
  });

  it('preserves titles and names in any script', () => {
    return always((node, { release: { title, tracks, artists } }) => {
      const titlesOf = (list: string, name: string) =>
        at(node, list, name).map((one) => textsAt(one, 'DisplayTitle', 'TitleText')[0]);
      expect(titlesOf('ReleaseList', 'Release')).toEqual([title]);
      for (const name of recordings) {
        const titled = tracks.filter(({ isVideo }) => isVideo === (name === 'Video'));
        expect(titlesOf('ResourceList', name)).toEqual(titled.map((one) => one.title));
      }
      const displayed = artists.filter(({ role }) => role === 'main_artist').map(({ name }) => name);
      expect(textsAt(node, 'PartyList', 'Party', 'PartyName', 'FullName')).toEqual(
        expect.arrayContaining(displayed),
      );
    });
  });

  it('offers the release and each track, or ends all offers on a takedown', () => {
    return always((node, { type, release: { tracks, preOrderDate }, createdAt, dsp }) => {
      expect(textsAt(node, 'DealList', 'ReleaseDeal', 'DealReleaseReference')).toHaveLength(
        tracks.length + 1,
      );
      const [advance, sold] = [true, false].map((isPreOrder) =>
        dealTerms(node).filter((terms) => textsAt(terms, 'IsPreOrderDeal').length === Number(isPreOrder)),
      );
      const isSoldInAdvance = type !== 'takedown' && preOrderDate !== null && sells(dsp.id);
      expect(advance).toHaveLength(Number(isSoldInAdvance));
      const ends = sold?.map((terms) => textsAt(terms, 'ValidityPeriod', 'EndDateTime'));
      expect(ends).toEqual(ends?.map(() => (type === 'takedown' ? [createdAt] : [])));
      for (const { children } of dealTerms(node).flatMap((terms) => at(terms, 'ValidityPeriod'))) {
        const [start = 0, end = start] = children.map(({ text }) => Date.parse(text));
        expect(start).toBeLessThanOrEqual(end);
      }
    });
  });
});

describe('an ERN message', () => {
  it.each(['\u0000', '\u0008', '\u001b', '\ud800', '\uffff'])(
    'is rejected if it contains the character %j',
    (character) => {
      const one = parcel({ release: release({ title: `Small${character}Hours` }) });
      expect(() => write(one)).toThrow(UnwritableText);
    },
  );

  it('is the same for every attempt of a delivery', () => {
    expect(write(parcel())).toBe(write(parcel()));
  });

  it('continues the thread of the release on the DSP under its own id', () => {
    const first = message(parcel());
    const update = message(parcel({ type: 'update', storeDeliveryId: 'delivery-2' }));
    expect(textsAt(update, 'MessageHeader', 'MessageId')).toEqual(['delivery-2']);
    const thread = ['MessageHeader', 'MessageThreadId'];
    expect(textsAt(update, ...thread)).toEqual(textsAt(first, ...thread));
    const elsewhere = message(parcel({ dsp: { id: '4', name: 'Beta' } }));
    expect(textsAt(elsewhere, ...thread)).not.toEqual(textsAt(first, ...thread));
  });

  it("goes from the stage's sender to the DSP's party id, or to a neutral one", () => {
    const ids = (one: Parcel, party: string) => textsAt(message(one), 'MessageHeader', party, 'PartyId');
    expect(ids(parcel(), 'MessageSender')).toEqual(['PADPIDA2026112101']);
    expect(ids(parcel(), 'MessageRecipient')).toEqual(['PADPIDA2026112102']);
    expect(ids(parcel({ dsp: { id: '4', name: 'Beta' } }), 'MessageRecipient')).toEqual([
      'PADPIDA0000000004',
    ]);
  });

  it('claims rights on a fingerprint DSP, and offers streams and downloads on others', () => {
    const models = (id: string) =>
      textsOf(message(parcel({ dsp: { id, name: 'A DSP' } })), 'CommercialModelType');
    expect(models('16')).toEqual(['RightsClaimModel']);
    expect(models('1')).toEqual(['PayAsYouGoModel', 'SubscriptionModel', 'AdvertisementSupportedModel']);
  });

  it('withdraws a release whose date is in the future', () => {
    const one = parcel({ type: 'takedown', release: release({ releaseDate: '2030-01-01' }) });
    for (const period of dealTerms(message(one)).flatMap((terms) => at(terms, 'ValidityPeriod'))) {
      expect(period.children.map(({ text }) => text)).toEqual([one.createdAt, one.createdAt]);
    }
  });
});

describe('a cover', () => {
  const size = { width: 3000, height: 2990, format: 'png', bytes: 1000 } as const;
  const detailsOf = (artworkSize: ParcelRelease['artworkSize']) => {
    const node = message(
      parcel({ release: release({ artworkSize, artwork: 'https://files.example/cover.jpg?v=2' }) }),
    );
    const [details] = at(node, 'ResourceList', 'Image', 'TechnicalDetails');
    return {
      size: details?.children.flatMap(({ name, text, attributes }) =>
        name.startsWith('Image') ? [[name, text, attributes['UnitOfMeasure']]] : [],
      ),
      extension: details && textsAt(details, 'File', 'URI')[0]?.split('.').at(-1),
    };
  };

  it('has its size and format extension if it was measured', () => {
    const measured = [
      ['ImageCodecType', 'PNG', undefined],
      ['ImageHeight', '2990', 'Pixel'],
      ['ImageWidth', '3000', 'Pixel'],
    ];
    expect(detailsOf(size)).toEqual({ size: measured, extension: 'png' });
    expect(detailsOf({ ...size, format: 'jpeg' })).toMatchObject({ extension: 'jpg' });
  });

  it('has neither size nor format if it is unmeasured or may have changed', () => {
    expect(detailsOf(null)).toEqual({ size: [], extension: 'jpg' });
    for (const bytes of [1, null]) expect(detailsOf({ ...size, bytes })).toMatchObject({ size: [] });
  });
});

describe('an ERN 4.3.2 message', () => {
  const stating = (id: string, aiUsage: ParcelTrack['aiUsage'], artworkAiUsage: boolean | null) =>
    message(
      parcel({
        dsp: { id, name: 'A DSP' },
        release: release({ artworkAiUsage, tracks: [track({ aiUsage })] }),
      }),
    );
  const statements = (node: XmlNode) => textsOf(node, 'ContainsAI');

  it.each([
    [['lyrics', 'vocals'], true, ['Partly', 'Partly'], ['Vocalist', 'Lyricist']],
    [[], false, ['None', 'None'], []],
    [null, null, [], []],
  ] as const)('states AI use as %j and %j', (usage, isUsed, stated, roles) => {
    const node = stating('4', usage && [...usage], isUsed);
    expect(node.attributes['xmlns:ern']).toBe('http://ddex.net/xml/ern/432');
    expect(statements(node)).toEqual(stated);
    const contributors = at(node, 'ResourceList', 'SoundRecording', 'Contributor');
    expect(contributors.map((one) => one.children.map(({ name }) => name))).toEqual(
      roles.length === 0 ? [] : [['SpecialContributor', ...roles.map(() => 'Role')]],
    );
    expect(contributors.flatMap((one) => textsAt(one, 'Role', 'Value'))).toEqual(roles);
  });

  it('goes only to DSPs that the stage names', () => {
    const node = stating('1', ['vocals'], true);
    expect(node.attributes['xmlns:ern']).toBe('http://ddex.net/xml/ern/43');
    expect([...statements(node), ...textsOf(node, 'SpecialContributor')]).toEqual([]);
  });
});
