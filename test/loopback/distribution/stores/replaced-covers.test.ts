/** Covers whose server has replaced the file that was measured, as packages hold them. */
import { describe, expect, it } from 'vitest';
import type { ArtworkSize } from '../../../../shared/catalogue/rules/album-artwork.ts';
import type { Parcel } from '../../../../shared/ern/write/parcel.ts';
import { Bucket } from '../../../../shared/platform/bucket/bucket.ts';
import { jpeg, png } from '../../../support/images.ts';
import {
  album,
  bucket,
  checkedPackage,
  files,
  hand,
  small,
  withHandingOver,
} from '../../../support/stores/handing-over.ts';
import { allNodes } from '../../../support/stores/xml-tree.ts';

withHandingOver();

const measured: ArtworkSize = { width: 3000, height: 3000, format: 'jpeg', bytes: 40 };

function withCover(artworkSize: ArtworkSize | null, path = '/cover'): Parcel {
  const one = album();
  return { ...one, release: { ...one.release, artwork: files.url(path), artworkSize } };
}

async function coverOf(one: Parcel) {
  const { manifest, message } = await checkedPackage(one);
  const { name }: { name: string } = manifest.files.find((file: { name: string }) =>
    /artwork/.test(file.name),
  );
  const details = (element: string) => allNodes(message).find((node) => node.name === element)?.text;
  return {
    extension: name.split('.').at(-1),
    codec: details('ImageCodecType'),
    size: [details('ImageWidth'), details('ImageHeight')],
  };
}

describe('the cover in a package', () => {
  it.each([
    ['a PNG that was measured as a JPEG', png(1500, 1400), measured, ['png', 'PNG', '1500', '1400']],
    [
      'a JPEG that was measured as a PNG',
      jpeg(9, 8),
      { ...measured, format: 'png' as const },
      ['jpg', 'JPEG', '9', '8'],
    ],
    ['a JPEG that was not measured', jpeg(3000, 3000), null, ['jpg', 'JPEG', '3000', '3000']],
    ['a JPEG of another size', jpeg(1400, 1400), measured, ['jpg', 'JPEG', '1400', '1400']],
    [
      'a JPEG with a long colour profile',
      jpeg(3000, 2990, { profileBytes: 1_200_000 }),
      measured,
      ['jpg', 'JPEG', '3000', '2990'],
    ],
  ])('has the name and details of the transferred file: %s', async (_, content, size, expected) => {
    files.served.set('/cover', content);
    const one = withCover(size);
    expect(await hand(one)).toEqual({ is: 'accepted' });
    const [extension, codec, ...pixels] = expected;
    expect(await coverOf(one)).toEqual({ extension, codec, size: pixels });
  });

  it.each([
    ['is not an image', small],
    ['is an image that ends early', png(3000, 3000).subarray(0, 20)],
  ])('has no details if it %s, even if the measured file has as many bytes', async (_, content) => {
    files.served.set('/cover.gif', content);
    const one = withCover({ ...measured, bytes: content.length }, '/cover.gif');
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect(await coverOf(one)).toMatchObject({ codec: undefined, size: [undefined, undefined] });
  });

  it('stays as an earlier attempt wrote it and is described as such', async () => {
    files.served.set('/cover', png(1500, 1500)).delete('/2.mov');
    const one = withCover(measured);
    expect(await hand(one)).toMatchObject({ is: 'failed' });
    files.served.set('/cover', jpeg(3000, 3000)).set('/2.mov', small);
    expect(await hand(one)).toEqual({ is: 'accepted' });
    expect(await coverOf(one)).toEqual({ extension: 'png', codec: 'PNG', size: ['1500', '1500'] });
  });

  it('is transferred again if an earlier version gave it the extension of another format', async () => {
    files.served.set('/cover', jpeg(3000, 3000)).delete('/2.mov');
    const one = withCover(measured);
    await hand(one);
    const [name = ''] = [...(await bucket.files(one.storeDeliveryId)).keys()].filter((each) =>
      /artwork/.test(each),
    );
    const other = withCover(measured);
    await new Bucket(bucket.name).create(
      `${other.storeDeliveryId}/${name}`,
      (async function* () {
        yield png(10, 10);
      })(),
    );
    files.served.set('/cover', png(1500, 1500)).set('/2.mov', small);
    expect(await hand(other)).toEqual({ is: 'accepted' });
    expect(await coverOf(other)).toMatchObject({ extension: 'png', codec: 'PNG' });
  });
});
