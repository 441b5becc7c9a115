import { setTimeout as pause } from 'node:timers/promises';
import { GeneratorGaveUp } from '../gave-up.ts';

/** Tries in all, and the milliseconds before the second; each further pause is twice as long. */
const mostTries = 4;
const firstPause = 500;

/** How long one try may take (milliseconds), and what ends all of them. */
export interface Patience {
  timeLimit: number;
  signal: AbortSignal;
}

/**
 * Asks a service and answers what it says, its body read. Repeats what may pass: no answer, 408, 429 and 5xx. Throws a
 * GeneratorGaveUp for any other refusal, and the signal's reason when it is aborted.
 */
export async function askService(
  address: string,
  init: RequestInit,
  { timeLimit, signal }: Patience,
): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
      const answer = await fetch(address, { ...init, signal: limited });
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return body;
      throw refusal(address, answer.status, body);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof GeneratorGaveUp || tries === mostTries) throw error;
      // Many jobs fail at the same moment: they should not all come back at the same moment.
      const longest = firstPause * 2 ** (tries - 1);
      await pause(longest * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
}

/** The same for an answer in JSON. */
export async function askForJson<Answer>(
  address: string,
  init: RequestInit,
  patience: Patience,
): Promise<Answer> {
  return JSON.parse((await askService(address, init, patience)).toString()) as Answer;
}

/** The request that carries `body` as JSON. */
export function jsonRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** The query of an address may be a secret, so that only the path is told. */
function refusal(address: string, status: number, body: Buffer): Error {
  const message = `${new URL(address).pathname} answered ${status}: ${body.toString().slice(0, 300)}`;
  const mayPass = status === 408 || status === 429 || status >= 500;
  return mayPass ? new Error(message) : new GeneratorGaveUp(message);
}
