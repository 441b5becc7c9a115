import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Check } from 'typebox/value';
import { type Body, type CallName, calls } from '../../../server/contract/calls.ts';
import { type SpecPlaces, SpecRefusal, type SpecUser, specHandlers } from './spec-account.ts';

/** An API with only the specification's calls, on its own origin. */
export interface SpecApi {
  /** Requests that violate the specification: unknown calls, fields or headers, or a token in a public call. */
  strange: string[];
  log: string[];
  users: Map<string, SpecUser>;
  /** The next call with this name does its work, but its response is lost. */
  loseNext: CallName | null;
  /** True if responses have only the specification's fields, in other formats than our backend uses. */
  isBare: boolean;
  port: number;
  close(): Promise<void>;
}

/** The only headers that the API's CORS allows. */
const allowedHeaders = 'authorization,user-language,content-type';
const fields: Partial<Record<CallName, string[]>> = {
  login: ['login_type', 'token'],
  getHomePics: [],
  getUserInfo: [],
  getOssStsInfo: [],
  getTemplates: ['cur_page', 'page_size'],
  getGenerateCost: [],
  goTrainAndGeneratePic: ['template_id', 'resource_pics', 'style_id'],
  getTrainAndGenerateResultById: ['train_id', 'generate_id'],
  getTrainAndGenerateResultList: ['cur_page', 'page_size'],
  deleteTrainAndGenerate: ['train_id', 'generate_id', 'pic_id'],
  getRechargeConfigsList: ['cur_page', 'page_size', 'product_type'],
  getUserPicsByGenerateId: ['generate_id'],
  getPersonalPics: [],
  getCoinStatementList: ['cur_page', 'page_size'],
  jsapisignature: ['url'],
  createOrder: ['config_id'],
  paySuccess: ['order_id', 'receipt'],
  adReward: ['timestamp', 'nonce', 'sign', 'id'],
};
const withoutToken: CallName[] = ['login', 'jsapisignature', 'getHomePics'];
/** Matches headers that browsers add themselves, and the specification's three headers. */
const knownHeaders =
  /^(host|connection|content-length|accept|accept-encoding|accept-language|origin|referer|user-agent|pragma|cache-control|priority|te|sec-.*|authorization|user-language|content-type)$/;

/** Opens the API on the port in `places`. */
export async function openSpecApi(places: SpecPlaces): Promise<SpecApi> {
  const handlers = specHandlers(places);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    await respond(request, response, Buffer.concat(parts).toString());
  });

  async function respond(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${places.port}`);
    response.setHeader('access-control-allow-origin', places.app);
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', allowedHeaders);
      response.setHeader('access-control-allow-methods', 'GET,POST');
      response.writeHead(204).end();
      return;
    }
    const name = url.pathname.replace('/v1/', '') as CallName;
    api.log.push(name);
    if (!fields[name] || request.method !== calls[name].method) {
      api.strange.push(`${request.method} ${url.pathname}`);
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
      return;
    }
    const given = request.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(body || '{}');
    noteStrange(name, given, request);
    const { status, envelope } = await reply(name, given as never, request.headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json' });
    if (api.loseNext === name) {
      api.loseNext = null;
      // Send a byte before breaking the connection, because the browser would repeat a request that got no response.
      response.write('{', () => request.socket.destroy());
      return;
    }
    response.end(JSON.stringify(envelope));
  }

  function noteStrange(name: CallName, given: object, { method, headers }: IncomingMessage): void {
    const call = calls[name];
    for (const field of Object.keys(given)) {
      if (!fields[name]?.includes(field)) api.strange.push(`${name} with ${field}`);
    }
    for (const header of Object.keys(headers)) {
      if (!knownHeaders.test(header)) api.strange.push(`${name} with header ${header}`);
    }
    if (withoutToken.includes(name) && headers.authorization) api.strange.push(`${name} with a token`);
    if (!headers['user-language']) api.strange.push(`${name} without a language`);
    if (method === 'POST' && 'body' in call && !Check(call.body, given)) {
      api.strange.push(`${name} with ${JSON.stringify(given)}`);
    }
  }

  async function reply(name: CallName, given: never, authorization = '') {
    try {
      const token = authorization.replace('Bearer ', '');
      const user = withoutToken.includes(name)
        ? guest
        : [...api.users.values()].find(user => user.token === token);
      if (!user) throw new SpecRefusal(401, 1002, 'Please sign in again');
      const data = name === 'login' ? logIn(given) : await handlers[name]?.(given, user);
      if (api.isBare) return { status: 200, envelope: { code: 0, data: inBareForm(name, data) } };
      return { status: 200, envelope: { code: 0, data: data ?? null, message: '' } };
    } catch (error) {
      if (!(error instanceof SpecRefusal)) throw error;
      const { status, code, message } = error;
      return { status, envelope: { code, data: null, message } };
    }
  }

  function logIn({ token: name }: Body<'login'>): { token: string } {
    const user = api.users.get(name) ?? newUser(name, `token-of-${api.users.size + 1}`);
    api.users.set(name, user);
    return { token: user.token };
  }

  const api: SpecApi = {
    strange: [],
    log: [],
    users: new Map(),
    loseNext: null,
    isBare: false,
    port: places.port,
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
  await new Promise<void>(resolve => server.listen(places.port, '127.0.0.1', resolve));
  api.port = (server.address() as AddressInfo).port;
  return api;
}

const guest = newUser('guest', '');

function newUser(name: string, token: string): SpecUser {
  return {
    token,
    name,
    coins: 50,
    vipLevel: 0,
    jobs: [],
    photos: [],
    orders: new Map(),
    statements: [],
  };
}

// biome-ignore lint/suspicious/noExplicitAny: data of backends that we did not write.
type Raw = any;

/** Changes a call's data into the form that a minimal backend would send. */
const bareForms: { [Name in CallName]?: (data: Raw) => unknown } = {
  getHomePics: ({ list }) => list,
  getUserInfo: ({ vip_level }) => ({ vip_level: String(vip_level) }),
  getTemplates: ({ list }) =>
    list.map(({ id, title, pic_url }: Raw) => ({ id: String(id), title, pic_url, sort: 1 })),
  getGenerateCost: ({ num }) => ({ num: String(num) }),
  goTrainAndGeneratePic: ({ train_and_generate_info: { train_id, generate_id } }) => ({
    train_and_generate_info: { train_id, generate_id },
  }),
  getTrainAndGenerateResultById: ({ train_and_generate_info: { status } }) => ({ status: String(status) }),
  getTrainAndGenerateResultList: ({ list }) =>
    orNull(list.map(({ train_id, generate_id }: Raw) => ({ train_id, generate_id }))),
  getUserPicsByGenerateId: ({ list }) => list.map(({ pic_url }: Raw) => pic_url),
  getPersonalPics: ({ list }) => ({ list: orNull(list) }),
  getRechargeConfigsList: ({ list }) =>
    list.map(({ id, pay_amount }: Raw) => ({ id: String(id), pay_amount: pay_amount.toFixed(2) })),
  getCoinStatementList: ({ list }) =>
    orNull(
      list.map(({ time, remaining, reason }: Raw) => ({
        time: new Date(time * 1000).toISOString(),
        remaining: String(remaining),
        reason,
      })),
    ),
  adReward: () => undefined,
};

const orNull = (list: unknown[]) => (list.length > 0 ? list : null);

/** Returns a call's data in the shortest form that the specification allows. */
function inBareForm(name: CallName, data: unknown): unknown {
  return bareForms[name] ? bareForms[name](data) : data;
}
