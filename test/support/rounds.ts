/**
 * Counts calls to AWS that follow one another: those that begin while another is under way are of its round.
 */
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Client {
  send: (...given: unknown[]) => Promise<unknown>;
}

/** The prototype of all clients. */
const clients = Object.getPrototypeOf(DynamoDBClient.prototype) as Client;

/** Longer than it takes to send all calls that do not wait for each other, also on a busy machine. */
const LATENCY_MS = 100;

/** Counts on a table that responds late. @returns what ends the count, with the rounds so far. */
export const countLateRounds = (): (() => number) => countRounds(LATENCY_MS);

/** @param latencyMs how late calls end. @returns what ends the count, with the rounds so far. */
export function countRounds(latencyMs = 0): () => number {
  const send = clients.send;
  let rounds = 0;
  clients.send = async function (this: Client, ...given) {
    const round = rounds + 1;
    try {
      return await send.apply(this, given);
    } finally {
      if (latencyMs > 0) await setTimeout(latencyMs);
      rounds = Math.max(rounds, round);
    }
  };
  return () => {
    clients.send = send;
    return rounds;
  };
}
