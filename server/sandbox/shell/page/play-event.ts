import { postToSandbox } from './sandbox.ts';

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
    const { receipt } = await postToSandbox<{ receipt: string }>('/sandbox/store', { receipt: last, event });
    keepReceipt(receipt, localStorage.getItem(receiptKey) === last);
    return `Done: ${event}.`;
  } catch (error) {
    return (error as Error).message;
  }
}
