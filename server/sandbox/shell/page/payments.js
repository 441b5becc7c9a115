import { cancelled, Refusal } from './refusal.js';
import { settings } from './settings.js';
import { ask } from './sheets.js';
import { language, say } from './words.js';

const receiptKey = 'tyy-shell.receipt';
/** Code of a shop that has nothing to give. */
const nothingThere = 2;

/** Lets the person pay an order; answers the receipt. */
export async function sellOrder(orderId) {
  const { product_id } = await get(`orders/${encodeURIComponent(orderId)}`);
  await confirm(await findProduct(product_id));
  return (await post('/sandbox/pay', { order_id: orderId })).receipt;
}

/** Lets the person subscribe; answers the receipt, which the store account remembers. */
export async function sellSubscription(productId) {
  await confirm(await findProduct(productId));
  return bookSubscription(productId);
}

/** The receipt that the store account remembers. */
export async function restorePurchase() {
  const kept = localStorage.getItem(receiptKey);
  if (kept) return kept;
  if (!settings.vip) throw new Refusal(nothingThere, say('restore.nothing'));
  const { list } = await get('products');
  return bookSubscription(list.find(product => product.vip_level > 0).product_id);
}

async function bookSubscription(productId) {
  const { receipt } = await post('/sandbox/subscribe', { product_id: productId });
  localStorage.setItem(receiptKey, receipt);
  return receipt;
}

async function confirm({ title, amount }) {
  const price = document.createElement('p');
  price.className = 'price';
  price.textContent = say('pay.price', amount.toFixed(2));
  const choice = await ask({
    title: say('pay.title'),
    text: title[language()],
    content: price,
    choices: [{ value: 'pay', label: say('pay.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled, say('pay.cancelled'));
}

async function findProduct(productId) {
  const { list } = await get('products');
  const product = list.find(({ product_id }) => product_id === productId);
  if (!product) throw new Refusal(nothingThere, say('pay.unknown'));
  return product;
}

async function get(path) {
  return read(await fetch(`/sandbox/shell/${path}`));
}

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function read(response) {
  const data = await response.json();
  if (!response.ok) throw new Refusal(nothingThere, data.message ?? response.statusText);
  return data;
}
