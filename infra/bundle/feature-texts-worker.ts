/** A thread that sends what bundles contain of the features, by the sources of the time when it starts. */
import { parentPort } from 'node:worker_threads';
import { featureTexts } from './function-features.ts';

parentPort?.postMessage(featureTexts());
