import { Refusal } from './refusal.ts';

const receiptKey = 'tyy-shell.receipt';
const lastKey = 'tyy-shell.last-purchase';

/** The receipt of the subscription that the store's account has; null: none. */
export const ownedReceipt = (): string | null => localStorage.getItem(receiptKey);

/** Keeps the receipt of a purchase, as the store's account does; a subscription can be restored by it. */
export function keepReceipt(receipt: string, isSubscription: boolean): void {
  localStorage.setItem(lastKey, receipt);
  if (isSubscription) localStorage.setItem(receiptKey, receipt);
}

/** Has something happen to the last purchase, and returns what to say of it. */
export async function playEvent(event: 'renew' | 'grace' | 'end' | 'refund'): Promise<string> {
  const last = localStorage.getItem(lastKey);
  if (!last) return 'Nothing was bought yet.';
  try {
    const { receipt } = await post<{ receipt: string }>('/sandbox/store', { receipt: last, event });
    keepReceipt(receipt, localStorage.getItem(receiptKey) === last);
    return `Done: ${event}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Asks the sandbox; rejects with a `Refusal` in its words. */
export async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** Asks the store what it has; rejects with a `Refusal` in its words. */
export async function get<T>(path: string): Promise<T> {
  return read(await fetch(`/sandbox/shell/${path}`));
}

/** Code of a shop that has nothing to give. */
export const nothingThere = 2;

async function read<T>(response: Response): Promise<T> {
  const data = await response.json();
  if (!response.ok) throw new Refusal(nothingThere, data.message ?? response.statusText);
  return data;
}
