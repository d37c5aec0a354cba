import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../../../shared/ern/read/read-contents.ts';
import { xmlTree } from '../../../shared/ern/xml/xml-tree.ts';
import {
  group,
  image,
  item,
  items,
  readParts,
  recording,
  recordings,
} from '../../support/catalogue-files/small-message.ts';

const resources = recordings('A1', 'A2', 'A3', 'A4', 'A5');
const placesOf = (contents: string) => readParts({ resources, contents }).places;

describe('the discs of a message', () => {
  it('are its components, besides a cover', () => {
    const discs = group('Component', 1, items('A1', 'A2')) + group('Component', 2, items('A3', 'A4'));
    const read = readParts({
      resources: recordings('A1', 'A2', 'A3', 'A4') + image('A9'),
      contents: discs + item('A9'),
    });
    expect(read.places).toEqual(['1.1 A1', '1.2 A2', '2.1 A3', '2.2 A4']);
    expect(read.release.attributes['artwork']).toBe('https://files.example/A9.jpg');
    expect([read.problems, read.notes]).toEqual([[], []]);
  });

  it.each([
    ['after all', 3, ['1.1 A1', '1.2 A2', '2.1 A3', '2.2 A4', '2.3 A5']],
    ['between', 1, ['1.1 A1', '1.2 A2', '1.3 A5', '2.1 A3', '2.2 A4']],
    ['before all', 0, ['1.1 A5', '1.2 A1', '1.3 A2', '2.1 A3', '2.2 A4']],
    ['without a number', undefined, ['1.1 A1', '1.2 A2', '2.1 A3', '2.2 A4', '2.3 A5']],
  ])('take a neighboring recording (%s) onto the preceding disc, with a note', (_, number, places) => {
    const discs = group('Component', 1, items('A1', 'A2')) + group('Component', 2, items('A3', 'A4'));
    const read = readParts({ resources, contents: discs + item('A5', number) });
    expect(read.places).toEqual(places);
    expect(read.notes).toEqual([
      'Recordings outside the discs of a release are imported on the preceding disc.',
    ]);
  });

  it.each(['MultiWorkPart', 'ComponentRelease'])('are not groups of type %s', (type) => {
    expect(placesOf(group(type, 1, items('A1', 'A2')) + group(type, 2, items('A3', 'A4')))).toEqual([
      '1.1 A1',
      '1.2 A2',
      '1.3 A3',
      '1.4 A4',
    ]);
  });

  it('are the sides of a release that does not name its carriers', () => {
    expect(placesOf(group('Side', 1, items('A1', 'A2')) + group('Side', 2, items('A3')))).toEqual([
      '1.1 A1',
      '1.2 A2',
      '2.1 A3',
    ]);
  });

  it('are components that contain the sides, with continuous track numbers', () => {
    const record = (number: number, first: string, second: string) =>
      group('Component', number, group('Side', 1, items(first)) + group('Side', 2, items(second)));
    expect(placesOf(record(1, 'A1', 'A2') + record(2, 'A3', 'A4'))).toEqual([
      '1.1 A1',
      '1.2 A2',
      '2.1 A3',
      '2.2 A4',
    ]);
  });

  it('are the carriers in the releases of a box, or else the releases', () => {
    const box = group(
      'ReleaseComponent',
      1,
      group('Component', 1, items('A1')) + group('Component', 2, items('A2')),
    );
    const plain = group('ReleaseComponent', 2, items('A3', 'A4'));
    expect(placesOf(group('ComponentRelease', 1, box + plain))).toEqual([
      '1.1 A1',
      '2.1 A2',
      '3.1 A3',
      '3.2 A4',
    ]);
  });

  it('keep works and neighboring recordings in one sequence', () => {
    const works = group('MultiWorkPart', 2, items('A2', 'A3')) + item('A1', 1) + item('A4', 3);
    const read = readParts({
      resources,
      contents: group('Component', 1, works) + group('Component', 2, items('A5')),
    });
    expect(read.places).toEqual(['1.1 A1', '1.2 A2', '1.3 A3', '1.4 A4', '2.1 A5']);
    expect(read.notes).toEqual(['Groups of works and titles of groups are omitted.']);
  });

  it('keep the disc and track numbers of a message', () => {
    const contents =
      group('Component', 1, items('A1')) + group('Component', 3, item('A2', 4) + item('A3', 7));
    expect(placesOf(contents)).toEqual(['1.1 A1', '3.4 A2', '3.7 A3']);
  });

  it('are untyped groups in the outermost group, but not deeper', () => {
    const parts = group(undefined, 1, items('A1')) + group(undefined, 2, items('A2'));
    expect(placesOf(parts)).toEqual(['1.1 A1', '2.1 A2']);
    expect(placesOf(group('MultiWorkPart', 1, parts))).toEqual(['1.1 A1', '1.2 A2']);
  });

  it('are the outermost groups if there are several', () => {
    const outer = ['A1', 'A2'].map((name) => group(undefined, undefined, items(name)));
    const { tracks } = contentsOf(xmlTree(`<Release>${outer.join('')}</Release>`), () => true);
    expect(tracks).toEqual([
      { disc: 1, order: 1, reference: 'A1', linked: [] },
      { disc: 2, order: 1, reference: 'A2', linked: [] },
    ]);
  });

  it('number their tracks by order if these are in several groups', () => {
    const works = group('MultiWorkPart', 1, item('A1', 1)) + group('MultiWorkPart', 2, item('A2', 5));
    expect(placesOf(works)).toEqual(['1.1 A1', '1.2 A2']);
  });

  it('are numbered in order where numbers are repeated or missing', () => {
    const contents =
      group('Component', 1, item('A1') + item('A2')) + group('Component', 1, item('A3', 1) + item('A4', 1));
    expect(placesOf(contents)).toEqual(['1.1 A1', '1.2 A2', '2.1 A3', '2.2 A4']);
  });
});

describe('a recording of a release', () => {
  type Part = { readonly number: number | null; readonly type?: string | undefined; readonly parts?: Part[] };
  const number = fc.option(fc.integer({ min: 0, max: 4 }));
  const type = fc.constantFrom(
    undefined,
    ...['Component', 'Side', 'MultiWorkPart', 'ComponentRelease', 'ReleaseComponent'],
  );
  const { part } = fc.letrec<{ part: Part }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'large' },
      { weight: 2, arbitrary: fc.record({ number }) },
      { weight: 1, arbitrary: fc.record({ number, type, parts: fc.array(tie('part'), { maxLength: 4 }) }) },
    ),
  }));

  /** @returns XML, and the recordings as they should come. Recordings are named in the order of the document. */
  function treeOf(parts: readonly Part[], nameOf: () => string): { xml: string; inOrder: string[] } {
    let before = -1;
    const written = parts.map((each) => {
      const at = each.number ?? before;
      before = Math.max(before, at);
      const below = each.parts && treeOf(each.parts, nameOf);
      const name = below ? '' : nameOf();
      const xml = below
        ? group(each.type, each.number ?? undefined, below.xml)
        : item(name, each.number ?? undefined);
      return { at, xml, inOrder: below?.inOrder ?? [name] };
    });
    return {
      xml: written.map(({ xml }) => xml).join(''),
      inOrder: written.toSorted((left, right) => left.at - right.at).flatMap(({ inOrder }) => inOrder),
    };
  }

  it('is imported once and in order from any tree of groups', () => {
    const property = fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      let names = 0;
      const { xml, inOrder } = treeOf(parts, () => `A${++names}`);
      fc.pre(names > 0);
      const release = xmlTree(`<Release><ResourceGroup>${xml}</ResourceGroup></Release>`);
      const { tracks } = contentsOf(release, () => true);
      expect(tracks.map(({ reference }) => reference)).toEqual(inOrder);
      const places = tracks.map(({ disc, order }) => disc * 1000 + order);
      expect(places).toEqual([...new Set(places)].toSorted((left, right) => left - right));
    });
    fc.assert(property, { seed: 20_261_126, numRuns: 200 });
  });

  it('is named in a problem if it is missing from the message', () => {
    const { problems } = readParts({ contents: group('Component', 1, items('A1', 'A7')) + item('') });
    expect(problems).toEqual([
      'release: tracks (Release/ResourceGroup): The release refers to A7, which is not among the resources of the message.',
      'release: tracks (Release/ResourceGroup): A content item of the release has no ReleaseResourceReference.',
    ]);
  });

  it('is a problem if another resource has its reference', () => {
    expect(readParts({ resources: recordings('A1', 'A1') }).problems).toEqual([
      '2 resources have the reference A1.',
    ]);
  });

  it('is a problem if a group names a release instead', () => {
    const box = group(
      'ReleaseComponent',
      2,
      '<ResourceGroupReleaseReference>R7</ResourceGroupReleaseReference>',
    );
    expect(readParts({ contents: group('ReleaseComponent', 1, items('A1')) + box }).problems).toEqual([
      'release: tracks (Release/ResourceGroup): A group of the release refers to the release R7 instead of its recordings.',
    ]);
  });

  it('becomes several tracks, with a note, if referred to several times', () => {
    const read = readParts({
      contents: group('Component', 1, items('A1')) + group('Component', 2, items('A1')),
    });
    expect(read.places).toEqual(['1.1 A1', '2.1 A1']);
    expect(read.notes).toEqual(['The SoundRecording A1 is on the release 2 times, as separate tracks.']);
  });

  it('becomes a track, with a note, if it is supplemental', () => {
    const resources =
      recordings('A1') + recording('A2', { name: 'Video', attributes: 'IsSupplemental="true"' });
    const read = readParts({ resources, contents: item('A1', 1) + item('A2') });
    expect(read.places).toEqual(['1.1 A1', '1.2 A2']);
    expect(read.notes).toEqual(['The Video A2 is supplemental, and is imported as a track.']);
  });
});

describe('content that does not become a track', () => {
  it('gets a note per resource', () => {
    const linked = '<LinkedReleaseResourceReference>A3</LinkedReleaseResourceReference>';
    const missing = linked.replace('A3', 'A8');
    const read = readParts({
      resources: resources + image('A9'),
      contents: items('A1', 'A2') + linked + missing,
    });
    expect(read.places).toEqual(['1.1 A1', '1.2 A2']);
    expect(read.notes).toEqual([
      'The SoundRecording A3 is only linked to the release, and is omitted.',
      'The release links to A8, which is not among the resources of the message.',
      'No imported release refers to the SoundRecording A4, which is omitted.',
      'No imported release refers to the SoundRecording A5, which is omitted.',
    ]);
  });

  it('gets a note for releases of other types', () => {
    const { notes } = readParts({
      trackReleases: '<ClipRelease><ReleaseReference>R9</ReleaseReference></ClipRelease>',
    });
    expect(notes).toEqual(['Releases of the type ClipRelease are omitted.']);
  });
});

describe('the format of a release', () => {
  const video = recording('A1', { name: 'Video' });
  it.each([
    ['LongFormMusicalWorkVideoRelease', video, 'video'],
    ['VideoSingle', video, 'video'],
    ['ConcertVideo', video, 'video'],
    ['SingleResourceRelease', video, 'video'],
    ['SingleResourceRelease', recordings('A1'), 'single'],
    ['MultimediaSingle', video, 'single'],
    ['EP', recordings('A1'), 'ep'],
    ['ClassicalDigitalBoxedSet', recordings('A1'), 'album'],
    ['DjMix', recordings('A1'), 'album'],
  ])('follows from type and recordings: %s', (releaseType, of, format) => {
    expect(readParts({ releaseType, resources: of }).release.attributes['format']).toBe(format);
  });

  it('is not a video format if a video release also has sound recordings', () => {
    const read = readParts({
      releaseType: 'LongFormMusicalWorkVideoRelease',
      resources: video + recordings('A2'),
      contents: items('A1', 'A2'),
    });
    expect(read.release.attributes['format']).toBe('album');
    expect(read.notes).toEqual([
      'The release type LongFormMusicalWorkVideoRelease is imported as the format album.',
    ]);
  });
});
