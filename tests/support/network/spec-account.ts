import type { Body, CallName, Data, Query } from '../../../server/contract/calls.ts';

export interface SpecUser {
  token: string;
  name: string;
  coins: number;
  vipLevel: number;
  jobs: (Data<'getTrainAndGenerateResultList'>['list'][number] & { polls: number; deletedPics: string[] })[];
  photos: string[];
  orders: Map<string, { configId: number; isPaid: boolean }>;
  statements: Data<'getCoinStatementList'>['list'];
}

/** Addresses of the pictures, the cashier and the app, and the upload credentials. */
export interface SpecPlaces {
  port: number;
  app: string;
  pictures: string;
  uploads(user: string): Data<'getOssStsInfo'>;
}

export class SpecRefusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type SpecHandlers = { [Name in CallName]?: (given: never, user: SpecUser) => unknown };

const cost = 20;
const products = [
  { id: 1, product_id: 'coins_100', title: '100 coins', coin_num: 100, pay_amount: 6, vip_level: 0 },
  { id: 2, product_id: 'vip_30', title: 'VIP', coin_num: 0, pay_amount: 30, vip_level: 1, days: 30 },
];

const now = () => Math.floor(Date.now() / 1000);

function changeCoins(user: SpecUser, change: number, reason: string): void {
  if (user.coins + change < 0) throw new SpecRefusal(200, 2218020, 'Not enough coins');
  user.coins += change;
  const id = user.statements.length + 1;
  user.statements.unshift({ id, time: now(), change, remaining: user.coins, reason });
}

function pageOf<T>(list: T[], { cur_page = 1, page_size = 20 }: Query<'getTemplates'>): { list: T[] } {
  const start = (Number(cur_page) - 1) * Number(page_size);
  return { list: list.slice(start, start + Number(page_size)) };
}

function jobOf(user: SpecUser, trainId: string): SpecUser['jobs'][number] {
  const job = user.jobs.find(job => job.train_id === trainId);
  if (!job) throw new SpecRefusal(404, 1003, 'There is no such job');
  return job;
}

const shown = ({ polls: _, deletedPics: __, ...job }: SpecUser['jobs'][number]) => job;

/** Returns handlers for the specification's calls, with coins, orders, and jobs that are done at the second request. */
export function specHandlers({ pictures, uploads, app }: SpecPlaces): SpecHandlers {
  const picture = (name: string) => `${pictures}/${name}.png`;
  const templates = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    title: `Style ${index + 1}`,
    pic_url: picture(`template-${index + 1}`),
  }));

  return {
    getHomePics: () => ({ list: [1, 2, 3, 4].map(place => picture(`home-${place}`)) }),
    getUserInfo: (_: never, user) => ({ vip_level: user.vipLevel, coins: user.coins, nickname: user.name }),
    getOssStsInfo: (_: never, user) => uploads(user.name),
    getTemplates: (query: Query<'getTemplates'>) => pageOf(templates, query),
    getGenerateCost: () => ({ num: cost }),
    goTrainAndGeneratePic({ template_id, resource_pics }: Body<'goTrainAndGeneratePic'>, user) {
      if (user.vipLevel === 0) changeCoins(user, -cost, 'A picture');
      const id = user.jobs.length + 1;
      user.photos = resource_pics;
      user.jobs.unshift({
        train_id: `t${id}`,
        generate_id: `g${id}`,
        template_id: Number(template_id),
        title: `Style ${template_id}`,
        cover_url: picture(`template-${template_id}`),
        style_id: 1,
        status: 2,
        expect_minutes: 1,
        progress: 0,
        create_time: now(),
        refuse_reasons: [],
        polls: 0,
        deletedPics: [],
      });
      return {
        train_and_generate_info: { train_id: `t${id}`, generate_id: `g${id}`, template_id, status: 1 },
      };
    },
    getTrainAndGenerateResultById({ train_id }: Query<'getTrainAndGenerateResultById'>, user) {
      const job = jobOf(user, train_id);
      if (++job.polls > 1) job.status = 5;
      return { train_and_generate_info: shown(job) };
    },
    getTrainAndGenerateResultList: (query: Query<'getTrainAndGenerateResultList'>, user) =>
      pageOf(user.jobs.map(shown), query),
    deleteTrainAndGenerate({ train_id, pic_id }: Body<'deleteTrainAndGenerate'>, user) {
      const job = jobOf(user, train_id);
      if (pic_id) job.deletedPics.push(pic_id);
      else user.jobs = user.jobs.filter(other => other !== job);
    },
    getUserPicsByGenerateId({ generate_id }: Query<'getUserPicsByGenerateId'>, user) {
      const job = user.jobs.find(job => job.generate_id === generate_id);
      const left = ['1', '2'].filter(id => !job?.deletedPics.includes(id));
      return { list: left.map(id => ({ id, pic_url: picture(`pic-${generate_id}-${id}`) })) };
    },
    getPersonalPics: (_: never, user) => ({ list: user.photos }),
    getRechargeConfigsList: ({ product_type = 2 }: Query<'getRechargeConfigsList'>) => ({
      list: products.filter(({ vip_level }) => (Number(product_type) === 1) === vip_level > 0),
    }),
    getCoinStatementList: (query: Query<'getCoinStatementList'>, user) => pageOf(user.statements, query),
    jsapisignature: () => ({ app_id: 'wx', timestamp: now(), nonce_str: 'n', signature: 's' }),
    createOrder({ config_id }: Body<'createOrder'>, user) {
      const order_id = `o${user.orders.size + 1}`;
      user.orders.set(order_id, { configId: Number(config_id), isPaid: false });
      const screen = config_id === 1 ? 'recharge' : 'subscription';
      const back = `${app}/tyy/${screen}?order_id=${order_id}&receipt=paid-${order_id}`;
      return { order_id, payment: 'opaque', pay_url: `${pictures}/cashier?back=${encodeURIComponent(back)}` };
    },
    paySuccess({ order_id, receipt }: Body<'paySuccess'>, user) {
      if (!receipt.startsWith('paid-')) throw new SpecRefusal(400, 1004, 'The receipt is not genuine');
      const order = user.orders.get(order_id ?? '');
      if (order?.isPaid) return;
      if (order) order.isPaid = true;
      if (order?.configId === 1) changeCoins(user, 100, 'Coins bought');
      else user.vipLevel = 1;
    },
    adReward(_: Body<'adReward'>, user) {
      changeCoins(user, 15, 'Ad');
      return { coins: 15 };
    },
  };
}
