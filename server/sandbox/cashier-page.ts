import type { Selectable } from 'kysely';
import type { OrdersTable } from '../db/schema.ts';
import type { Language, Text } from '../http/text.ts';
import { rechargeConfigs, yuan } from '../money/recharge-configs.ts';
import { escapeHtml, renderPage } from './page.ts';

const texts = {
  title: { en: 'Pay', zh: '付款' },
  product: { en: 'Product', zh: '商品' },
  amount: { en: 'Amount', zh: '金额' },
  pay: { en: 'Pay', zh: '付款' },
  cancel: { en: 'Cancel', zh: '取消' },
  paid: { en: 'This order is paid.', zh: '该订单已付款。' },
  cancelled: { en: 'This order was cancelled.', zh: '该订单已取消。' },
  back: { en: 'Back to the app', zh: '返回应用' },
} satisfies Record<string, Text>;

/** The page where an order can be paid or cancelled; one that is settled only leads back. */
export function renderCashier(order: Selectable<OrdersTable>, returnUrl: string, language: Language): string {
  const say = (text: Text) => escapeHtml(text[language]);
  const product = rechargeConfigs.find(({ id }) => id === order.config_id)?.title ?? { en: '', zh: '' };
  const amount = { en: `¥${yuan(order.amount).toFixed(2)}`, zh: `${yuan(order.amount).toFixed(2)} 元` };
  const settled = { paid: texts.paid, cancelled: texts.cancelled, pending: null }[order.status];

  const buttons = settled
    ? `<p>${say(settled)}</p>
<button name="choice" value="${order.status === 'paid' ? 'pay' : 'cancel'}">${say(texts.back)}</button>`
    : `<button name="choice" value="pay">${say(texts.pay)} ${say(amount)}</button>
<button class="plain" name="choice" value="cancel">${say(texts.cancel)}</button>`;

  return renderPage({
    language,
    title: texts.title,
    card: `<dl>
<dt>${say(texts.product)}</dt><dd>${say(product)}</dd>
<dt>${say(texts.amount)}</dt><dd>${say(amount)}</dd>
</dl>
<form action="/sandbox/cashier" method="post">
<input type="hidden" name="order_id" value="${escapeHtml(order.order_id)}">
<input type="hidden" name="return_url" value="${escapeHtml(returnUrl)}">
${buttons}
</form>`,
  });
}
