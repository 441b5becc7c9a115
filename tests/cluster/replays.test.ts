import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLanes } from '../../scripts/attack/attackers.ts';
import type { Channel } from '../../server/contract/money.ts';
import { openAllShops, settingsOf } from '../server/doubles/all-shops.ts';
import type { ShopDouble } from '../server/doubles/shop-double.ts';
import { type ApiUser, dataOf, signInAt } from '../support/api/api.ts';
import { isLong } from '../support/some-of.ts';
import { at, sharedCluster } from './cluster.ts';
import type { ServerProcess } from './server-process.ts';

const times = isLong ? 1000 : 50;

/** Sends the same receipt or payment notification again to a node; returns the HTTP status. */
type Replay = (node: ServerProcess) => Promise<number>;

const cluster = sharedCluster();
let nodes: ServerProcess[];
let shops: ShopDouble[];

beforeAll(async () => {
  shops = await openAllShops();
  const settings = { SANDBOX: '1', ...settingsOf(shops) };
  nodes = [await cluster.start('api', settings), await cluster.start('api', settings)];
});

afterAll(async () => {
  await Promise.all(shops.map(shop => shop.close()));
});

const post = async (node: ServerProcess, path: string, payload: string, headers: Record<string, string>) =>
  (await fetch(node.origin + path, { method: 'POST', body: payload, headers })).status;

test.each<Channel>(['app-store', 'google-play', 'wechat', 'page'])(
  `a payment through %s that is reported ${times} times to two nodes is credited once`,
  async channel => {
    const { origin } = nodes[0]!;
    const ann = await signInAt(origin, `Ann of ${channel}`);
    const eve = await signInAt(origin, `Eve of ${channel}`);
    const { user_id } = await dataOf(ann.get('getUserInfo'));
    if (channel === 'wechat') {
      await cluster.all("INSERT INTO wechat_payers (user_id, openid) VALUES ($1, 'o-1')", [user_id]);
    }
    const shop = shops.find(one => one.channel === channel)!;
    const order = await dataOf(ann.post('createOrder', { config_id: 1, channel }));
    const { order_id } = order;
    const { receipt, report } = shop.payOrder(order);
    const notify: Replay = node => post(node, shop.notifyPath, report.payload, report.headers);
    const handIn =
      (user: ApiUser, body: { receipt: string; order_id?: string }): Replay =>
      async node =>
        (await at(node, user).post('paySuccess', body)).status;
    const replays = [
      notify,
      handIn(ann, { order_id, receipt }),
      handIn(eve, { order_id, receipt }),
      handIn(eve, { receipt }),
    ];
    const statuses = await inLanes(24, times, place =>
      replays[place % replays.length]!(nodes[(place >> 2) % nodes.length]!),
    );
    expect(statuses.filter(status => status >= 500)).toEqual([]);

    const rows = await cluster.all<{ user_id: string; change: number }>(
      `SELECT user_id, change FROM coin_statements WHERE reason = 'recharge'
       AND user_id IN (SELECT user_id FROM users WHERE login_name IN ('Ann of ${channel}', 'Eve of ${channel}'))`,
    );
    expect(rows).toEqual([{ user_id, change: 100 }]);
    const [{ parked } = { parked: null }] = await cluster.all<{ parked: number }>(
      'SELECT count(*)::int AS parked FROM parked_payments WHERE NOT credited AND NOT returned',
    );
    expect(parked).toBe(0);
    expect((await dataOf(ann.get('getUserInfo'))).coins).toBe(150);
    expect((await dataOf(eve.get('getUserInfo'))).coins).toBe(50);
  },
);
