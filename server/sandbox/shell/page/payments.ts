import { cancelled, Refusal } from './refusal.ts';
import { settings } from './settings.ts';
import { ask } from './sheets.ts';
import { language, say } from './words.ts';

const receiptKey = 'tyy-shell.receipt';
/** Code of a shop that has nothing to give. */
const nothingThere = 2;

interface Receipt {
  receipt: string;
}

interface Product {
  product_id: string;
  title: Record<string, string>;
  /** Yuan. */
  amount: number;
  vip_level: number;
}

/** Lets the user pay an order; returns the receipt. */
export async function sellOrder(orderId: string): Promise<string> {
  const { product_id } = await get<{ product_id: string }>(`orders/${encodeURIComponent(orderId)}`);
  await confirm(await findProduct(product_id));
  return (await post<Receipt>('/sandbox/pay', { order_id: orderId })).receipt;
}

/** Lets the user subscribe; returns the receipt, which the app store's account remembers. */
export async function sellSubscription(productId: string): Promise<string> {
  await confirm(await findProduct(productId));
  return bookSubscription(productId);
}

/** The receipt that the app store's account remembers. */
export async function restorePurchase(): Promise<string> {
  const saved = localStorage.getItem(receiptKey);
  if (saved) return saved;
  if (!settings.vip) throw new Refusal(nothingThere, say('restore.nothing'));
  const { list } = await get<{ list: Product[] }>('products');
  const plan = list.find(product => product.vip_level > 0);
  if (!plan) throw new Refusal(nothingThere, say('pay.unknown'));
  return bookSubscription(plan.product_id);
}

async function bookSubscription(productId: string): Promise<string> {
  const { receipt } = await post<Receipt>('/sandbox/subscribe', { product_id: productId });
  localStorage.setItem(receiptKey, receipt);
  return receipt;
}

async function confirm({ title, amount }: Product): Promise<void> {
  const price = document.createElement('p');
  price.className = 'price';
  price.textContent = say('pay.price', amount.toFixed(2));
  const choice = await ask({
    title: say('pay.title'),
    text: title[language()] ?? '',
    content: price,
    choices: [{ value: 'pay', label: say('pay.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled, say('pay.cancelled'));
}

async function findProduct(productId: string): Promise<Product> {
  const { list } = await get<{ list: Product[] }>('products');
  const product = list.find(({ product_id }) => product_id === productId);
  if (!product) throw new Refusal(nothingThere, say('pay.unknown'));
  return product;
}

async function get<T>(path: string): Promise<T> {
  return read(await fetch(`/sandbox/shell/${path}`));
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function read<T>(response: Response): Promise<T> {
  const data = await response.json();
  if (!response.ok) throw new Refusal(nothingThere, data.message ?? response.statusText);
  return data;
}
