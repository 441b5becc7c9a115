import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Channel } from '../../server/contract/money.ts';
import { AppStoreDouble } from '../server/doubles/app-store-double.ts';
import { GooglePlayDouble } from '../server/doubles/google-play-double.ts';
import { openStripeDouble, type StripeDouble, stripeAccount } from '../server/doubles/stripe-double.ts';
import { WechatPayDouble } from '../server/doubles/wechat-pay-double.ts';
import { dataOf, signInAt } from '../support/api.ts';
import { isLong } from '../support/is-long.ts';
import { Cluster, type Node } from './cluster.ts';

const times = isLong ? 1000 : 50;

/** Repeats a receipt of the app, or a notification of the payment provider. */
type Replay = (node: Node) => Promise<unknown>;

let cluster: Cluster;
let nodes: Node[];
let stripe: StripeDouble;
let apple: AppStoreDouble;
let google: GooglePlayDouble;
let wechat: WechatPayDouble;

beforeAll(async () => {
  [stripe, apple, google, wechat] = await Promise.all([
    openStripeDouble(),
    AppStoreDouble.open(),
    GooglePlayDouble.open(),
    WechatPayDouble.open(),
  ]);
  cluster = await Cluster.open(inject('scripts').node);
  const settings = {
    SANDBOX: '1',
    ...stripeAccount,
    STRIPE_API: stripe.origin,
    ...apple.settings(),
    ...google.settings(),
    ...wechat.settings(),
  };
  nodes = [await cluster.start('api', settings), await cluster.start('api', settings)];
});

afterAll(async () => {
  await cluster.close();
  await Promise.all([stripe, apple, google, wechat].map(service => service.close()));
});

const post = async (node: Node, path: string, payload: string, headers: Record<string, string> = {}) => {
  const sent = { 'content-type': 'application/json', ...headers };
  return (await fetch(node.origin + path, { method: 'POST', body: payload, headers: sent })).status;
};

/** Pays an order at its provider; returns the receipt of the phone and the provider's notification. */
const channels: Record<Channel, (orderId: string, payment: string) => { receipt: string; notify: Replay }> = {
  'app-store'(_orderId, payment) {
    const sold = apple.sell(payment);
    const body = JSON.stringify({ signedPayload: apple.notification('ONE_TIME_CHARGE', sold) });
    return { receipt: apple.sign(sold), notify: node => post(node, '/notify/app-store', body) };
  },
  'google-play'(_orderId, payment) {
    const { token } = google.sell(payment);
    const push = google.push({ oneTimeProductNotification: { notificationType: 1, purchaseToken: token } });
    const { payload, headers } = push as { payload: object; headers: Record<string, string> };
    const body = JSON.stringify(payload);
    return { receipt: token, notify: node => post(node, '/notify/google-play', body, headers) };
  },
  wechat(orderId, payment) {
    wechat.pay(orderId, payment);
    const { payload, headers } = wechat.notification('TRANSACTION.SUCCESS', wechat.trades.get(orderId)!);
    return { receipt: orderId, notify: node => post(node, '/notify/wechat-pay', payload, headers) };
  },
  page(orderId) {
    const session = Object.assign(stripe.sessionOf(orderId), {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: `pi_${orderId}`,
    });
    const body = JSON.stringify({
      id: `evt_${orderId}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: session },
    });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', stripeAccount.STRIPE_WEBHOOK_SECRET)
      .update(`${time}.${body}`)
      .digest('hex');
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
    return { receipt: session.id, notify: node => post(node, '/notify/stripe', body, headers) };
  },
};

test.each(Object.keys(channels) as Channel[])(
  `what was paid through %s and is told ${times} times at two nodes, by its user, another and the service, is credited once`,
  async channel => {
    const [ann, eve] = await Promise.all(
      ['Ann', 'Eve'].map(name => signInAt(nodes[0]!.origin, `${name} of ${channel}`)),
    );
    const { user_id } = (await ann!.get('getUserInfo')).data;
    if (channel === 'wechat') {
      await cluster.rows.query('INSERT INTO wechat_payers (user_id, openid) VALUES ($1, $2)', [
        user_id,
        'o-1',
      ]);
    }
    const { order_id, payment } = await dataOf(ann!.post('createOrder', { config_id: 1, channel }));
    const { receipt, notify } = channels[channel](order_id, payment as string);
    const handIn = (user: typeof ann, body: { receipt: string; order_id?: string }): Replay => {
      const headers = { authorization: `Bearer ${user!.token}` };
      return node => post(node, '/v1/paySuccess', JSON.stringify(body), headers);
    };
    const replays = [
      notify,
      handIn(ann, { order_id, receipt }),
      handIn(eve, { order_id, receipt }),
      handIn(eve, { receipt }),
    ];
    const limit = pLimit(24);
    const sent = Array.from({ length: times }, (_, place) =>
      limit(() => replays[place % replays.length]!(nodes[(place >> 2) % nodes.length]!)),
    );
    const statuses = await Promise.all(sent);
    expect(statuses.filter(status => (status as number) >= 500)).toEqual([]);

    const rows = await cluster.all<{ user_id: string; change: number }>(
      `SELECT user_id, change FROM coin_statements WHERE reason = 'recharge'
       AND user_id IN (SELECT user_id FROM users WHERE login_name IN ('Ann of ${channel}', 'Eve of ${channel}'))`,
    );
    expect(rows).toEqual([{ user_id, change: 100 }]);
    const [{ parked } = { parked: null }] = await cluster.all<{ parked: number }>(
      'SELECT count(*)::int AS parked FROM parked_payments WHERE NOT credited AND NOT returned',
    );
    expect(parked).toBe(0);
    expect((await dataOf(ann!.get('getUserInfo'))).coins).toBe(150);
    expect((await dataOf(eve!.get('getUserInfo'))).coins).toBe(50);
  },
);
