/** What an alarm notifies of, as data. */
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';
import type { SavedQueryName } from './saved-queries.ts';
import type { Watched } from './watched.ts';

/** A metric with its limit. */
export type Part = {
  readonly metric: IMetric;
  /** Number of consecutive periods. Defaults to one. */
  readonly periods?: number;
  /** Ends a gradual deployment, which is then rolled back. */
  readonly endsDeployment?: true;
  /** Without data, the alarm keeps its state. */
  readonly isKept?: true;
} & (
  | { /** Alarms if the metric reaches this value. */ readonly from: number }
  | { /** Alarms if the metric is below this value or missing. */ readonly below: number }
);

export interface Symptom {
  /** 'critical': users or partners are affected. 'warning': an operator must look within a working day. */
  readonly severity: 'critical' | 'warning';
  readonly says: string;
  /** What resolves it once the cause is fixed. Commands name the stage; they default to the local one. */
  readonly remedy?: string;
  /** Shows the cause. */
  readonly query: SavedQueryName;
  /** Any of them is the symptom. */
  readonly parts: Readonly<Record<string, Part>>;
}

/** By name, which is the anchor in the runbook. */
export type Symptoms = Readonly<Record<string, Symptom>>;

export interface Watching {
  readonly scope: Construct;
  readonly stage: StageConfig;
  readonly watched: Watched;
}
