import { withTable } from '../support/table.ts';
import { miniature } from './miniature.ts';
import { describeConformance } from './suite/conformance.ts';

withTable();
describeConformance('a catalogue in miniature', miniature);
