import { make } from './element.ts';
import { cancelled, getFromSandbox, nothingThere, postToSandbox, Refusal } from './refusal.ts';
import { nextPurchase, say, settings, textLanguage } from './settings.ts';
import { ask } from './sheets.ts';

/** Reply code for a purchase that waits for a parent's approval. */
const waits = 3;

interface Product {
  product_id: string;
  title: Record<string, string>;
  /** In yuan. */
  amount: number;
  vip_level: number;
}

/** Completes the purchase that waits for a parent's approval; null if none is waiting. */
let waiting: (() => Promise<string>) | null = null;

/** The page sets `killApp`, which simulates a phone that ends the app for lack of memory. */
export const shop = { killApp() {} };

export async function sellOrder(orderId: string): Promise<string> {
  const { product_id } = await getFromSandbox<{ product_id: string }>(
    `orders/${encodeURIComponent(orderId)}`,
  );
  await confirm(await findProduct(product_id));
  return buy('/sandbox/pay', { order_id: orderId }, false);
}

export async function sellSubscription(productId: string): Promise<string> {
  await confirm(await findProduct(productId));
  return subscribe(productId);
}

export async function restorePurchase(): Promise<string> {
  const owned = ownedReceipt();
  if (owned) return owned;
  if (!settings.vip) throw new Refusal(nothingThere, say('restore.nothing'));
  const { list } = await getFromSandbox<{ list: Product[] }>('products');
  const plan = list.find(product => product.vip_level > 0);
  if (!plan) throw new Refusal(nothingThere, say('pay.unknown'));
  return subscribe(plan.product_id);
}

export async function agree(): Promise<string> {
  if (!waiting) return 'Nothing waits for a parent.';
  await waiting();
  waiting = null;
  return 'Done: the purchase is made. The app hears of it by itself, or by “Restore”.';
}

const subscribe = (product_id: string) => buy('/sandbox/subscribe', { product_id }, true);

async function buy(path: string, body: object, isSubscription: boolean): Promise<string> {
  const course = nextPurchase();
  if (course === 'test') return `test-system-${crypto.randomUUID()}`;
  const isShared = course === 'shared' && isSubscription;
  const take = async () => {
    const { receipt } = await postToSandbox<{ receipt: string }>(path, {
      ...body,
      ...(isShared && { is_shared: true }),
    });
    keepReceipt(receipt, isSubscription);
    return receipt;
  };
  if (course === 'waits') {
    waiting = take;
    throw new Refusal(waits, say('pay.waits'));
  }
  const receipt = await take();
  if (course === 'dies') shop.killApp();
  return receipt;
}

async function confirm({ title, amount }: Product): Promise<void> {
  const choice = await ask({
    title: say('pay.title'),
    text: title[textLanguage()] ?? '',
    content: make('p', { className: 'price' }, say('pay.price', amount.toFixed(2))),
    choices: [{ value: 'pay', label: say('pay.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled, say('pay.cancelled'));
}

async function findProduct(productId: string): Promise<Product> {
  const { list } = await getFromSandbox<{ list: Product[] }>('products');
  const product = list.find(({ product_id }) => product_id === productId);
  if (!product) throw new Refusal(nothingThere, say('pay.unknown'));
  return product;
}

const receiptKey = 'tyy-shell.receipt';
const lastKey = 'tyy-shell.last-purchase';

/** Receipt of the simulated store account's subscription; null if it has none. */
const ownedReceipt = (): string | null => localStorage.getItem(receiptKey);

/** Saves a purchase in the simulated store account; a subscription's receipt can be restored later. */
function keepReceipt(receipt: string, isSubscription: boolean): void {
  localStorage.setItem(lastKey, receipt);
  if (isSubscription) localStorage.setItem(receiptKey, receipt);
}

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
