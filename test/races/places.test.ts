/** Operations on the places, artists, masters and kinds of tracks, each at each call of the others. */
import type { Performed } from '../support/pairs/explore.ts';
import { isOf } from '../support/pairs/pairs.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

/** The catalogue "draft" has other changes of records, which do not depend on where tracks are. */
const ABOUT =
  /^DELETE|^POST \/(albums|tracks)\b|-tracks|-artists|-assets|relationships\/(albums|artists|label)\b|order|moves|ISRC|UPC|video|song/;

const isOfCatalogue = isOf('catalogue');
const isAbout = (each: Performed): boolean => isOfCatalogue(each) && ABOUT.test(each.operation.name);

tryScenes(['places', 'videos'], {
  what: 'pairs',
  isWanted: (one, other) => isAbout(one) && isAbout(other),
  way: meetAtEachCall,
});
