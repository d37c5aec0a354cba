/**
 * Counts calls to AWS that follow one another: those that begin while another is under way are of its round.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Client {
  send: (...given: unknown[]) => Promise<unknown>;
}

/** The prototype of all clients. */
const clients = Object.getPrototypeOf(DynamoDBClient.prototype) as Client;

/** @returns what ends the count, with the rounds so far. */
export function countRounds(): () => number {
  const send = clients.send;
  let rounds = 0;
  clients.send = async function (this: Client, ...given) {
    const round = rounds + 1;
    try {
      return await send.apply(this, given);
    } finally {
      rounds = Math.max(rounds, round);
    }
  };
  return () => {
    clients.send = send;
    return rounds;
  };
}
