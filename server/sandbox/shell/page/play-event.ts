import { postToSandbox } from './sandbox.ts';

const receiptKey = 'tyy-shell.receipt';
const lastKey = 'tyy-shell.last-purchase';

/** The store account's subscription; null if none. */
export const ownedReceipt = (): string | null => localStorage.getItem(receiptKey);

/** Saves the receipt of a purchase in the store account; a subscription can be restored from it. */
export function keepReceipt(receipt: string, isSubscription: boolean): void {
  localStorage.setItem(lastKey, receipt);
  if (isSubscription) localStorage.setItem(receiptKey, receipt);
}

/** Plays an event for the last purchase; returns a message. */
export async function playEvent(event: 'renew' | 'grace' | 'end' | 'refund'): Promise<string> {
  const last = localStorage.getItem(lastKey);
  if (!last) return 'Nothing was bought yet.';
  try {
    const { receipt } = await postToSandbox<{ receipt: string }>('/sandbox/store', { receipt: last, event });
    keepReceipt(receipt, localStorage.getItem(receiptKey) === last);
    return `Done: ${event}.`;
  } catch (error) {
    return (error as Error).message;
  }
}
