/** All operations on a catalogue of which nothing is distributed, each at each call of the others. */
import { meetAtEachCall } from '../support/pairs/explore.ts';
import { tryScenes } from '../support/pairs/try-scenes.ts';

tryScenes(['draft'], { what: 'pairs', isWanted: () => true, way: meetAtEachCall });
