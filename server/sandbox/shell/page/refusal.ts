export const cancelled = 1;

/** Refuses a call. The app shows the message unless it is empty. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}

/** Rejects with a `Refusal` that contains the sandbox's message. */
export async function postToSandbox<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** Rejects with a `Refusal` that contains the sandbox's message. */
export async function getFromSandbox<T>(path: string): Promise<T> {
  return read(await fetch(`/sandbox/shell/${path}`));
}

/** Reply code if the store has no purchase to restore. */
export const nothingThere = 2;

async function read<T>(response: Response): Promise<T> {
  const data = await response.json();
  if (!response.ok) throw new Refusal(nothingThere, data.message ?? response.statusText);
  return data;
}
