/** Reads the front cover of a release. */

import { textAt } from '../xml/xml-tree.ts';
import type { Choice } from './choice.ts';
import { isFrontCover, type Message } from './message.ts';
import { artworkAiUsageOf } from './read-ai-usage.ts';
import type { Contents } from './read-contents.ts';
import { filesIn } from './read-editions.ts';

interface ReadingArtwork {
  readonly message: Message;
  readonly choice: Choice;
  readonly report: (sentence: string) => void;
}

/** Some senders write the cover as a content item, or refer to it nowhere. */
export function artworkFields(
  { references, linked, linkedToWhole }: Contents,
  { message, choice, report }: ReadingArtwork,
) {
  const imagesIn = (of: Iterable<string>) =>
    [...new Set(of)].flatMap((reference) => {
      const node = message.resources.get(reference);
      return node?.name === 'Image' ? [node] : [];
    });
  const referred = imagesIn([...linked, ...references]);
  const image = referred.find(isFrontCover) ?? imagesIn(linkedToWhole)[0] ?? message.cover;
  if (!image) return {};
  message.refersTo(textAt(image, 'ResourceReference') ?? '');
  if (referred.some((each) => each !== image)) choice.note('Images other than the front cover are omitted.');
  const [file] = filesIn(image, choice);
  return {
    artwork: file && message.addressOf(file.uri, report),
    'artwork-ai-usage': artworkAiUsageOf(image, choice.note),
  };
}
