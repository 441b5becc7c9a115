import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ReturnUrl } from '../contract/money.ts';
import type { Stored } from '../db/schema.ts';
import type { ApiApp } from '../http/api-app.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { escapeHtml } from '../http/render-html.ts';
import { type Language, languageOf, type SentenceKey } from '../languages/languages.ts';
import { type SentenceValues, sentenceIn } from '../languages/sentence.ts';
import { usualReturn } from '../money/order-view.ts';
import type { PaymentProvider, PaymentRouteParts } from '../money/payment-provider.ts';
import { rechargeConfigs, yuan } from '../money/recharge-configs.ts';
import { pageHeaders, renderPage } from './page.ts';
import { playStoreEvent, StoreEvent } from './play-store-event.ts';
import { SandboxPayments } from './sandbox-payments.ts';

const OrderId = Type.String({ minLength: 1, maxLength: 64 });

const CashierQuery = Type.Object({ order_id: OrderId, return_url: Type.Optional(ReturnUrl) });

const CashierChoice = Type.Object({
  order_id: OrderId,
  return_url: ReturnUrl,
  choice: Type.Union([Type.Literal('pay'), Type.Literal('cancel')]),
});

/** The sandbox as a payment provider: payments, cashier, and the shell simulator's store. */
export class SandboxProvider extends SandboxPayments implements PaymentProvider {
  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    const { config } = parts;
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );

    app.get('/sandbox/cashier', { schema: { querystring: CashierQuery } }, async (request, reply) => {
      const order = await this.findOrder(request.query.order_id);
      const returnUrl = request.query.return_url ?? usualReturn(originOf(request), order.config_id);
      checkReturn('return_url', returnUrl, request, config);
      const html = renderCashier(order, returnUrl, languageOf(request.headers['accept-language']));
      return reply.headers(pageHeaders(html, config.corsOrigins)).send(html);
    });

    app.post('/sandbox/cashier', { schema: { body: CashierChoice } }, async (request, reply) => {
      const { order_id, return_url, choice } = request.body;
      checkReturn('return_url', return_url, request, config);

      const back = new URL(return_url);
      back.searchParams.set('order_id', order_id);
      if (choice === 'pay') {
        back.searchParams.set('receipt', await this.pay(order_id));
      } else {
        await this.cancel(order_id);
        back.searchParams.set('cancelled', '1');
      }
      return reply.redirect(back.href, 303);
    });

    app.post('/sandbox/pay', { schema: { body: Type.Object({ order_id: OrderId }) } }, async request => ({
      receipt: await this.pay(request.body.order_id),
    }));

    app.post(
      '/sandbox/subscribe',
      {
        schema: {
          body: Type.Object({
            product_id: Type.String({ maxLength: 64 }),
            user_id: Type.Optional(Type.String({ maxLength: 64 })),
            is_shared: Type.Optional(Type.Boolean()),
          }),
        },
      },
      async request => {
        const { product_id, user_id: userId, is_shared: isShared } = request.body;
        return {
          receipt: await this.subscribe(product_id, {
            ...(userId && { userId }),
            ...(isShared && { isShared }),
          }),
        };
      },
    );

    app.post('/sandbox/store', { schema: { body: StoreEvent } }, async request => ({
      receipt: await playStoreEvent(this, parts, request.body),
    }));

    app.post(
      '/sandbox/restore',
      { schema: { body: Type.Object({ user_id: Type.String({ maxLength: 64 }) }) } },
      async request => ({ receipts: await this.validReceipts(request.body.user_id) }),
    );

    app.get(
      '/sandbox/shell/orders/:order_id',
      { schema: { params: Type.Object({ order_id: OrderId }) } },
      async request => {
        const { product_id } = await this.findOrder(request.params.order_id);
        return { product_id };
      },
    );
  }
}

/** The page to pay or cancel an order; for a settled order it only leads back. */
function renderCashier(order: Stored<'orders'>, returnUrl: string, language: Language): string {
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
