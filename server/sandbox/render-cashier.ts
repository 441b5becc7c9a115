import type { Selectable } from 'kysely';
import type { OrdersTable } from '../db/schema.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { Language, SentenceKey } from '../languages/languages.ts';
import { type SentenceValues, sentenceIn } from '../languages/sentence.ts';
import { rechargeConfigs, yuan } from '../money/recharge-configs.ts';
import { renderPage } from './page.ts';

/** The page where an order can be paid or cancelled; one that is settled only leads back. */
export function renderCashier(order: Selectable<OrdersTable>, returnUrl: string, language: Language): string {
  const say = (key: SentenceKey, values?: SentenceValues) => escapeHtml(sentenceIn(language, key, values));
  const product = rechargeConfigs.find(({ id }) => id === order.config_id)?.title[language] ?? '';
  const price = sentenceIn(language, 'cashier.price', { amount: yuan(order.amount).toFixed(2) });
  const settled = ({ paid: 'cashier.paid', cancelled: 'cashier.cancelled', pending: null } as const)[
    order.status
  ];

  const buttons = settled
    ? `<p>${say(settled)}</p>
<button name="choice" value="${order.status === 'paid' ? 'pay' : 'cancel'}">${say('cashier.back')}</button>`
    : `<button name="choice" value="pay">${say('cashier.pay', { price })}</button>
<button class="plain" name="choice" value="cancel">${say('cashier.cancel')}</button>`;

  return renderPage({
    language,
    title: sentenceIn(language, 'cashier.title'),
    card: `<dl>
<dt>${say('cashier.product')}</dt><dd>${escapeHtml(product)}</dd>
<dt>${say('cashier.amount')}</dt><dd>${escapeHtml(price)}</dd>
</dl>
<form action="/sandbox/cashier" method="post">
<input type="hidden" name="order_id" value="${escapeHtml(order.order_id)}">
<input type="hidden" name="return_url" value="${escapeHtml(returnUrl)}">
${buttons}
</form>`,
  });
}
