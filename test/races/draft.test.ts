/** All operations on a catalogue of which nothing is distributed, each at each call of the others. */

import { tryScenes } from '../support/pairs/try-scenes.ts';
import { meetAtEachCall } from '../support/pairs/ways.ts';

tryScenes(['draft'], { what: 'pairs', isWanted: () => true, way: meetAtEachCall });
