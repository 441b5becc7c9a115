import type { CallName, Data } from '../../server/contract/calls.ts';

/** A response as it comes over the line. */
export interface RawResponse {
  status: number;
  statusText: string;
  body: string;
}

const job: Data<'getTrainAndGenerateResultById'>['train_and_generate_info'] = {
  train_id: 't1',
  generate_id: 'g1',
  template_id: 1,
  title: 'Tea house',
  cover_url: '/t.png',
  style_id: 1,
  status: 3,
  expect_minutes: 0,
  progress: 100,
  create_time: 1_700_000_000,
  refuse_reasons: [{ index: 0, problems: ['blurry'] }],
};

/** Good data of each call of the specification; null for those that return none. */
export const goodData = {
  login: { token: 'token' },
  getHomePics: { list: ['/a.png', '/b.png', '/c.png', '/d.png'] },
  getUserInfo: { user_id: 'u1', nickname: 'Ming', avatar: '', vip_level: 0, vip_expire_time: 0, coins: 50 },
  getOssStsInfo: {
    access_key_id: 'id',
    access_key_secret: 'secret',
    security_token: 'token',
    region: 'oss-cn-hangzhou',
    bucket: 'bucket',
    expiration: '',
    prefix: '',
  },
  getTemplates: {
    list: [
      { id: 1, title: 'Tea house', pic_url: '/t.png', pic_width: 3, pic_height: 4, colour: '#123456' },
      { id: 2, title: 'Night market', pic_url: '/n.png', pic_width: 3, pic_height: 4, colour: '#123456' },
    ],
    pic_widths: [320],
  },
  getGenerateCost: { num: 20 },
  goTrainAndGeneratePic: { train_and_generate_info: job },
  getTrainAndGenerateResultById: { train_and_generate_info: job },
  getTrainAndGenerateResultList: { list: [job] },
  deleteTrainAndGenerate: null,
  getRechargeConfigsList: {
    list: [
      {
        id: 1,
        product_id: 'coins_100',
        title: '100 coins',
        coin_num: 100,
        original_price: 8,
        discount_price: 6,
        pay_amount: 6,
        vip_level: 0,
        days: 0,
      },
    ],
  },
  getUserPicsByGenerateId: {
    list: [
      { id: 'p1', pic_url: '/p.png', screen_url: '/s.png', list_url: '/l.png', pic_width: 3, pic_height: 4 },
    ],
  },
  getPersonalPics: { list: ['/photo.png'] },
  getCoinStatementList: {
    list: [{ id: 1, time: 1_700_000_000, change: 50, remaining: 50, reason: 'Welcome' }],
  },
  jsapisignature: { app_id: 'wx', timestamp: 1, nonce_str: 'n', signature: 's' },
  createOrder: { order_id: 'o1', payment: 'opaque', pay_url: '/cashier' },
  paySuccess: null,
  adReward: { coins: 15 },
} satisfies { [Name in CallName]?: Data<Name> | null };

/** A call of the specification. */
export type SpecCall = keyof typeof goodData;

/** What a call may leave out, or send as null: the specification does not promise it. */
const optional: Partial<Record<SpecCall, string[]>> = {
  getUserInfo: ['user_id', 'nickname', 'avatar', 'vip_expire_time', 'coins'],
  getTemplates: ['pic_widths', 'colour'],
  getUserPicsByGenerateId: ['screen_url', 'list_url'],
  goTrainAndGeneratePic: ['title'],
  getTrainAndGenerateResultById: ['title'],
  getTrainAndGenerateResultList: ['title'],
  getRechargeConfigsList: ['title', 'coin_num', 'original_price', 'discount_price', 'vip_level', 'days'],
  createOrder: ['payment', 'pay_url'],
};
const alwaysOptional = [
  'product_id',
  'cover_url',
  'expect_minutes',
  'progress',
  'create_time',
  'refuse_reasons',
];
/** Fields that the app does not need to read. */
const unread = ['style_id', 'pic_width', 'pic_height', 'prefix', 'expiration', 'generate_id'];
/** A number may stand for an id, and a text for a number that is an id or a price. */
const mayBeNumber = /^(id|\w+_id)$/;
const mayBeText = /^(id|template_id|\w+_price|pay_amount)$/;
const isAddress = /^(\w+_url|list)$/;

/** The response of a call that succeeds. */
export function goodResponse(data: unknown): RawResponse {
  return { status: 200, statusText: 'OK', body: JSON.stringify({ code: 0, data, message: '' }) };
}

/** Responses of a call that no client can use: no envelope, a status that denies it, data that do not fit. */
export function brokenResponses(name: SpecCall): RawResponse[] {
  const data: unknown = goodData[name];
  const good = goodResponse(data);
  const bodies = [
    '<!doctype html><title>Welcome</title>',
    '',
    '{',
    good.body.slice(0, -2),
    'null',
    '[]',
    '5',
    '"ok"',
    '{}',
  ];
  const envelopes = [
    ...['0', 'ok', null, true, {}, [0]].map(code => ({ code, data, message: '' })),
    { data, message: '' },
    ...[5, {}, ['no']].map(message => ({ code: 0, data, message })),
    ...[5, {}, ['no'], null, 'Not now'].map(message => ({ code: 1000, data: null, message })),
  ];
  return [
    ...bodies.flatMap(body => [
      { ...good, body },
      { status: 502, statusText: 'Bad Gateway', body },
    ]),
    ...envelopes.map(envelope => ({ ...good, body: JSON.stringify(envelope) })),
    ...[404, 500, 503].map(status => ({ ...good, status, statusText: `Status ${status}` })),
    ...(data === null ? [] : brokenParts(name, 'data', data)).map(goodResponse),
  ];
}

/** What may stand in the place of a part: things of other types, and the part itself with one broken place inside. */
function brokenParts(call: SpecCall, name: string, part: unknown): unknown[] {
  const missing = isOptional(call, name) ? [] : [undefined, null];
  if (typeof part === 'number') {
    const texts = mayBeText.test(name) ? [] : ['5'];
    // The id of a row of the ledger only tells it from others.
    const words = name === 'id' && call === 'getCoinStatementList' ? [] : ['five', ''];
    return [...missing, ...texts, ...words, true, {}, [part]];
  }
  if (typeof part === 'string') {
    const numbers = mayBeNumber.test(name) ? [] : [5];
    const addresses = isAddress.test(name) ? ['javascript:alert(1)', 'http://['] : [];
    return [...missing, ...numbers, ...addresses, true, {}, ['a']];
  }
  if (Array.isArray(part)) {
    const items = brokenParts(call, name, part[0]).filter(item => item !== undefined);
    return [...missing, 'text', 5, true, {}, { length: 1 }, ...items.map(item => [item, ...part.slice(1)])];
  }
  const fields = Object.entries(part as object).filter(([field]) => !unread.includes(field));
  const broken = fields.flatMap(([field, value]) =>
    brokenParts(call, field, value).map(value => ({ ...(part as object), [field]: value })),
  );
  return [...missing, 'text', 5, true, ...broken];
}

function isOptional(call: SpecCall, name: string): boolean {
  return alwaysOptional.includes(name) || (optional[call]?.includes(name) ?? false);
}
