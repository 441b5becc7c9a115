import { Refusal } from './refusal.ts';

/** Asks the sandbox; rejects with a `Refusal` in its words. */
export async function postToSandbox<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** Asks the store what it has; rejects with a `Refusal` in its words. */
export async function getFromSandbox<T>(path: string): Promise<T> {
  return read(await fetch(`/sandbox/shell/${path}`));
}

/** Code of a shop that has nothing to give. */
export const nothingThere = 2;

async function read<T>(response: Response): Promise<T> {
  const data = await response.json();
  if (!response.ok) throw new Refusal(nothingThere, data.message ?? response.statusText);
  return data;
}
