/** The records of all reference data. */
import type { Feature } from '../kit/crud/feature.ts';
import { referenceDeclared } from './declared.ts';
import { referenceRecords } from './records.ts';

export const referenceShown: Feature = { ...referenceDeclared, reference: referenceRecords };
