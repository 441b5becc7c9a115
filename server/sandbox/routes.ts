import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ReturnUrl } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import type { ApiApp } from '../http/api-app.ts';
import { checkReturn, originOf } from '../http/origin.ts';
import { languageOf } from '../languages/languages.ts';
import { usualReturn } from '../money/order-view.ts';
import { renderCashier } from './cashier-page.ts';
import { DialogChoice, DialogQuery, dialogResult, renderLoginDialog } from './login-dialog.ts';
import { pageHeaders } from './page.ts';
import { SandboxPayments } from './sandbox-payments.ts';
import { shellRoutes } from './shell/shell-routes.ts';

const OrderId = Type.String({ minLength: 1, maxLength: 64 });

const CashierQuery = Type.Object({ order_id: OrderId, return_url: Type.Optional(ReturnUrl) });

const CashierChoice = Type.Object({
  order_id: OrderId,
  return_url: ReturnUrl,
  choice: Type.Union([Type.Literal('pay'), Type.Literal('cancel')]),
});

/** What the sandbox needs; `corsOrigins` may be returned to. */
export interface SandboxParts {
  config: { corsOrigins: string[] };
  db: Database;
  clock: () => number;
}

/** What stands in for the outside world while no real provider is configured. */
export async function sandboxRoutes(app: ApiApp, { config, db, clock }: SandboxParts): Promise<void> {
  const payments = new SandboxPayments(db, clock);
  await app.register(shellRoutes, payments);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.get('/sandbox/login', { schema: { querystring: DialogQuery } }, async (request, reply) => {
    checkReturn('redirect_uri', request.query.redirect_uri, request, config);
    const html = renderLoginDialog(request.query, languageOf(request.headers['accept-language']));
    return reply.headers(pageHeaders(html, config.corsOrigins)).send(html);
  });

  app.get('/sandbox/login/choice', { schema: { querystring: DialogChoice } }, async (request, reply) => {
    checkReturn('redirect_uri', request.query.redirect_uri, request, config);
    return reply.header('cache-control', 'no-store').redirect(dialogResult(request.query), 303);
  });

  app.get('/sandbox/cashier', { schema: { querystring: CashierQuery } }, async (request, reply) => {
    const order = await payments.findOrder(request.query.order_id);
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
      back.searchParams.set('receipt', await payments.pay(order_id));
    } else {
      await payments.cancel(order_id);
      back.searchParams.set('cancelled', '1');
    }
    return reply.redirect(back.href, 303);
  });

  app.post('/sandbox/pay', { schema: { body: Type.Object({ order_id: OrderId }) } }, async request => ({
    receipt: await payments.pay(request.body.order_id),
  }));

  app.post(
    '/sandbox/subscribe',
    {
      schema: {
        body: Type.Object({
          product_id: Type.String({ maxLength: 64 }),
          user_id: Type.Optional(Type.String({ maxLength: 64 })),
        }),
      },
    },
    async request => {
      const { product_id, user_id } = request.body;
      return { receipt: await payments.subscribe(product_id, user_id ?? null) };
    },
  );

  app.post(
    '/sandbox/restore',
    { schema: { body: Type.Object({ user_id: Type.String({ maxLength: 64 }) }) } },
    async request => ({ receipts: await payments.validReceipts(request.body.user_id) }),
  );
}
