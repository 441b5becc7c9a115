import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { buy, order, pay, sell } from '../../tests/support/api/api.ts';
import { type Attack, times } from './attack-type.ts';
import { newUser, richUser, upload } from './attackers.ts';
import { bodyAttacks } from './body-attacks.ts';
import { callerAttacks } from './caller-attacks.ts';
import { copyAttacks } from './copy-attacks.ts';
import { cutUploads } from './cut-uploads.ts';
import { type CrookedServices, elsewhereAttacks } from './elsewhere-attacks.ts';
import { photoCheckAttacks } from './photo-check-attacks.ts';
import { pipeliningAttacks } from './pipelining-attacks.ts';
import { repeatAttacks } from './repeat-attacks.ts';
import { reportFlood } from './report-flood.ts';
import { storeAttacks } from './store-attacks.ts';
import { tryOnAttacks } from './try-on-attacks.ts';
import { uploadDrips } from './upload-drips.ts';
import { uploadRaces } from './upload-races.ts';

/** Photos that are small to send but expensive to decode; `side` in pixels. */
interface Bomb {
  name: string;
  make(): Promise<Buffer>;
}

const all = (requests: Promise<unknown>[]) => Promise.all(requests).then(() => {});

function bombing({ name, make }: ReturnType<typeof bombs>[number]): Attack {
  return {
    name,
    async prepare({ origin, isShort, tally }) {
      const photo = await make();
      const users = await Promise.all(times(isShort ? 2 : 8).map(() => richUser(origin)));
      const addresses = await Promise.all(users.map(user => all5(user)));
      async function all5(user: (typeof users)[number]): Promise<string[]> {
        const url = (await upload(user, 'bomb.png', photo)) ?? '';
        return times(5).map(() => url);
      }
      return () =>
        all(
          times(isShort ? 6 : 64).map(index => {
            const at = index % users.length;
            const body = { template_id: 1, resource_pics: addresses[at]! };
            return tally.add(users[at]!.post('goTrainAndGeneratePic', body));
          }),
        );
    },
  };
}

function startPage(host: string): string {
  return `GET /tyy/ HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\nconnection: close\r\n\r\n`;
}

const madeUpHosts: Attack = {
  name: 'made-up hosts',
  async prepare({ origin, isShort, tally }) {
    // More at once would keep this process too busy to send them evenly.
    const wave = 50;
    return async () => {
      for (let sent = 0; sent < (isShort ? 300 : 1000); sent += wave) {
        const hosts = times(wave).map(index => `h${sent + index}.example`);
        await all(hosts.map(host => tally.add(raw(origin, startPage(host)))));
      }
    };
  },
};

const uploads: Attack = {
  name: 'large uploads at once',
  async prepare({ origin, isShort, tally }) {
    const photo = Buffer.alloc(20_000_000, 'x');
    const users = await Promise.all(times(isShort ? 2 : 6).map(() => newUser(origin)));
    return () =>
      all(
        times(isShort ? 4 : 60).map(index =>
          tally.add(
            upload(users[index % users.length]!, `large-${index}.jpg`, photo).then(url => ({
              status: url ? 200 : 503,
            })),
          ),
        ),
      );
  },
};

const forwarded: Attack = {
  name: 'made-up X-Forwarded-For',
  async prepare({ origin, rateLimit, tally }) {
    return async () => {
      const call = (index: number) => {
        const headers = { 'x-forwarded-for': `198.51.100.${index % 250}, 203.0.113.77` };
        return fetch(`${origin}/v1/getUserInfo`, { headers });
      };
      await all(times(rateLimit + 50).map(index => tally.add(call(index))));
      const refused = tally.counts.get('429') ?? 0;
      // Not exactly 50, because a new minute may begin halfway.
      if (refused === 0) throw new Error(`none of ${rateLimit + 50} calls was one too many`);
    };
  },
};

const oddRequests: Attack = {
  name: 'odd requests',
  async prepare({ origin, isShort, tally }) {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const post = (path: string, body: string) =>
      fetch(origin + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return () =>
      all(
        times(isShort ? 10 : 50).flatMap(() => [
          tally.add(post('/v1/login', deep)),
          tally.add(post('/v1/login', '{"login_type":"facebook","token":"a\\u0000b"}')),
          tally.add(post('/v1/login', '{')),
          tally.add(post('/v1/login', '{"login_type":"facebook","token":"\\ud800"}')),
          tally.add(post('/sandbox/restore', '{"user_id":"a\\u0000b"}')),
          tally.add(post('/sandbox/pay', '{"order_id":"a\\u0000b"}')),
          tally.add(fetch(`${origin}/sandbox/shell/orders/a%00b`)),
          tally.add(fetch(`${origin}/share/a%00b`)),
          tally.add(raw(origin, 'GET // HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')),
          tally.add(raw(origin, 'GET /%E0%A4%A HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')),
          tally.add(
            fetch(`${origin}/sandbox/login?client_id=a&response_type=token&redirect_uri=blob:${origin}/a`),
          ),
        ]),
      );
  },
};

const drips: Attack = {
  name: 'bodies that drip',
  async prepare({ origin, tally }) {
    return async () => {
      const began = performance.now();
      await all(times(100).map(() => tally.add(raw(origin, drip('/v1/login'), ' '))));
      const seconds = (performance.now() - began) / 1000;
      if (seconds > 15) throw new Error(`bodies were waited for ${Math.round(seconds)} s`);
    };
  },
};

const drip = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`;

const freeCoins: Attack = {
  name: 'coins for nothing',
  async prepare({ origin, tally }) {
    const [ann, bob] = await Promise.all([newUser(origin), newUser(origin)]);
    return async () => {
      const { order_id } = await order(ann, 1);
      const receipt = await pay(ann, order_id);
      const plan = await sell(ann.transport, { product_id: 'vip_month' });
      await all(times(20).map(() => tally.add(ann.post('paySuccess', { order_id, receipt }))));
      await all([ann, bob, ann, bob].map(user => tally.add(user.post('paySuccess', { receipt: plan }))));
      await all(times(20).map(() => tally.add(bob.post('paySuccess', { order_id, receipt }))));
      for (const [user, coins] of [
        [ann, 150],
        [bob, 50],
      ] as const) {
        const { data } = await user.get('getUserInfo');
        const { list } = (await user.get('getCoinStatementList', { page_size: 100 })).data;
        const sum = list.reduce((total, { change }) => total + change, 0);
        if (data.coins !== coins || sum !== coins)
          throw new Error(`${data.coins} coins, ${sum} in the ledger`);
      }
      const levels = await Promise.all(
        [ann, bob].map(async user => (await user.get('getUserInfo')).data.vip_level),
      );
      if (levels.filter(level => level > 0).length !== 1) throw new Error('one receipt made two subscribers');
    };
  },
};

const madeUpReceipts: Attack = {
  name: 'made-up receipts',
  async prepare({ origin, tally }) {
    const [eve, ann] = await Promise.all([newUser(origin), newUser(origin)]);
    const { order_id } = await order(eve, 1);
    return async () => {
      for (const index of times(300))
        await tally.add(eve.post('paySuccess', { order_id, receipt: `made-up-${index}` }));
      const asked = tally.counts.get('400') ?? 0;
      // Twice the hourly limit, because a new hour may begin halfway.
      if (asked > 40) throw new Error(`the shop was asked about ${asked} of them`);
      await buy(ann, 1);
      await pay(eve, order_id);
      const { status } = (await eve.get('getOrder', { order_id })).data;
      if (status !== 'paid') throw new Error(`what was paid is ${status}`);
    };
  },
};

/** Sends raw bytes, then `more` ten times a second until the server closes the connection. */
async function raw(origin: string, text: string, more?: string): Promise<{ status: number }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.setEncoding('latin1').on('data', part => {
    if (response.length < 100) response += part;
  });
  socket.on('error', () => {});
  socket.write(text);
  const sending = more && setInterval(() => socket.write(more), 100);
  await once(socket, 'close');
  clearInterval(sending || undefined);
  return { status: Number(response.slice(9, 12)) };
}

export function attacks(isShort: boolean, services: CrookedServices): Attack[] {
  return [
    ...bombs(isShort).map(bombing),
    madeUpHosts,
    uploads,
    ...bodyAttacks,
    ...callerAttacks,
    ...copyAttacks,
    ...pipeliningAttacks,
    reportFlood,
    ...photoCheckAttacks,
    ...storeAttacks(isShort),
    ...uploadRaces(isShort),
    uploadDrips,
    ...repeatAttacks(isShort),
    cutUploads,
    oddRequests,
    freeCoins,
    madeUpReceipts,
    drips,
    forwarded,
    ...tryOnAttacks(isShort),
    ...elsewhereAttacks(services),
  ];
}

/** The short form leaves out the bomb that takes seconds to make. */
function bombs(isShort: boolean): Bomb[] {
  const flat = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#c7361b' } });
  const interlaced = {
    name: '16-bit interlaced PNG',
    make: () =>
      flat(isShort ? 4000 : 7900)
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 6 })
        .toBuffer(),
  };
  const large = {
    name: 'PNG of 20 MB',
    make: () => {
      const raw = { width: 2550, height: 2550, channels: 3 as const };
      return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png({ compressionLevel: 0 })
        .toBuffer();
    },
  };
  const avif = { name: 'AVIF of some kB', make: () => flat(7900).avif({ effort: 0, quality: 1 }).toBuffer() };
  return isShort ? [interlaced, large] : [interlaced, large, avif];
}
