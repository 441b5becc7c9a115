import type { CallName, Data } from '../../../server/contract/calls.ts';
import { fieldsOf } from './own-api-docs.ts';

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

/** Valid data for each call of the specification; null if the call returns no data. */
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

export type SpecCall = keyof typeof goodData;

const isId = /(^|_)id$|^(token|nonce_str|signature)$/;
const isAddress = /^(\w+_url|list)$/;

export function goodResponse(data: unknown): RawResponse {
  return { status: 200, statusText: 'OK', body: JSON.stringify({ code: 0, data, message: '' }) };
}

/** Responses that no client can use: without an envelope, with an error status, or with invalid data. */
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
    ...['ok', '', null, true, {}, [0]].map(code => ({ code, data, message: '' })),
    { data, message: '' },
    ...[5, {}, ['no'], null, 'Not now'].map(message => ({ code: '1000', data: null, message })),
  ];
  return [
    ...bodies.flatMap(body => [
      { ...good, body },
      { status: 502, statusText: 'Bad Gateway', body },
    ]),
    ...envelopes.map(envelope => ({ ...good, body: JSON.stringify(envelope) })),
    // The app accepts code 0 with any HTTP status if the call may spend coins, so skip this call.
    ...(name === 'goTrainAndGeneratePic' ? [] : [404, 500, 503]).map(status => ({
      ...good,
      status,
      statusText: `Status ${status}`,
    })),
    ...brokenData(name, data).map(goodResponse),
  ];
}

/** Returns invalid data for a call; empty if the app needs no data from the call. */
function brokenData(name: SpecCall, data: unknown): unknown[] {
  const needed = fieldsOf.get(name) ?? [];
  if (needed.length === 0) return [];
  // Skip invalid pictures, because the app replaces them with its own.
  if (name === 'getHomePics') return ['text', 5, true, { list: 'text' }, { rows: [data] }];
  return needed.includes('list')
    ? ['text', 5, true, { rows: [data] }, ...brokenParts(needed, 'data', data)]
    : [undefined, null, 'text', 5, true, {}, [], ...brokenParts(needed, 'data', data)];
}

/** Returns broken values for a part: values of other types, and copies of the part with one broken value inside. */
function brokenParts(needed: string[], name: string, part: unknown): unknown[] {
  const missing = [undefined, null];
  if (typeof part === 'number') {
    const texts = name === 'id' || name === 'status' ? [] : ['five', '1e999'];
    return [...missing, ...texts, '', ' ', true, {}, [part]];
  }
  if (typeof part === 'string') {
    const others = isId.test(name) ? ['', Number.NaN] : [5];
    const addresses = isAddress.test(name) ? ['javascript:alert(1)', 'http://['] : [];
    return [...missing, ...others, ...addresses, true, {}, ['a']];
  }
  if (Array.isArray(part)) {
    // Break all items, because one valid item would make the list usable.
    const items = brokenParts(needed, name, part[0]).filter(item => item !== undefined);
    return ['text', 5, true, { length: 1 }, ...items.map(item => part.map(() => item))];
  }
  const fields = Object.entries(part as object).filter(([field]) => needed.includes(field));
  return fields.flatMap(([field, value]) =>
    brokenParts(needed, field, value).map(value => ({
      ...(part as object),
      [field]: value,
      // Break both ids, because one valid id would make the job usable.
      ...(field === 'train_id' && { generate_id: value }),
    })),
  );
}
