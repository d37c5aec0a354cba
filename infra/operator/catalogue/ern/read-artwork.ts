/** Reads the address of the front cover of a release. */
import type { Choice } from './choice.ts';
import { isFrontCover, type Message } from './message.ts';
import type { Contents } from './read-contents.ts';
import { filesIn } from './read-editions.ts';
import { textAt } from './xml-tree.ts';

interface ReadingArtwork {
  readonly message: Message;
  readonly choice: Choice;
  readonly report: (sentence: string) => void;
}

/** Some senders write the cover as a content item, or refer to it nowhere. */
export function artworkOf(
  { references, linked, linkedToWhole }: Contents,
  { message, choice, report }: ReadingArtwork,
): string | undefined {
  const imagesIn = (of: Iterable<string>) =>
    [...new Set(of)].flatMap((reference) => {
      const node = message.resources.get(reference);
      return node?.name === 'Image' ? [node] : [];
    });
  const referred = imagesIn([...linked, ...references]);
  const image = referred.find(isFrontCover) ?? imagesIn(linkedToWhole)[0] ?? message.cover;
  if (!image) return undefined;
  message.refersTo(textAt(image, 'ResourceReference') ?? '');
  if (referred.some((each) => each !== image)) choice.note('Images other than the front cover are omitted.');
  const [file] = filesIn(image, choice);
  return file && message.addressOf(file.uri, report);
}
