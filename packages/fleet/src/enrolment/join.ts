import type { JoinAnswer, JoinRequest } from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';
import type { FleetCredentials } from '../credentials.ts';
import { answerProof, isSameProof, joinProof, keyOfCode } from './code.ts';
import { makeKeyPair } from './key-pair.ts';

/**
 * Enrols this device at a board. Sends neither the code nor the private key, and refuses answers that are not
 * from the board that issued the code. This makes plain HTTP safe against interception.
 */
export async function joinFleet(
  code: string,
  send: (request: JoinRequest) => Promise<JoinAnswer>,
): Promise<FleetCredentials & { deviceId: string }> {
  const key = keyOfCode(code);
  const { seed, publicKey } = makeKeyPair();
  const answer = await send({ publicKey, proof: joinProof(key, publicKey) });
  if (!isSameProof(answer.proof, answerProof(key, publicKey, answer)))
    throw new AppError(
      'code-refused',
      'The answer is not from the board that made the code. The connection may be intercepted.',
    );
  const { deviceId, name, url, ca } = answer;
  return { deviceId, name: name ?? undefined, seed, url, ca: ca ?? undefined };
}
