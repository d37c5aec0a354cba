/** The records of all reference data. */
import type { Feature } from '../kit/crud/feature.ts';
import { referenceRecords } from './records.ts';

export const referenceShown: Feature = { reference: referenceRecords };
