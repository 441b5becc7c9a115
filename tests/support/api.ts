import type { Body, Data, Headers, NameBy, Query } from '../../server/contract/calls.ts';

/** A request to the backend; `path` with its query. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Brings a request to a backend, in this process or over the network, and returns its JSON. */
export type Transport = (request: ApiRequest) => Promise<{ status: number; json: unknown }>;

/** How the API replies: the HTTP status and the envelope. */
export interface Reply<T> {
  status: number;
  code: number;
  message: string;
  /** Null when the code is not 0. */
  data: T;
}

/** What may be left out when all of it is optional. */
type Optional<T> = Record<string, never> extends T ? [given?: T] : [given: T];

/** A user of the API, or a guest without a token: the one way in which tests call it, typed by its contract. */
export class ApiUser {
  readonly transport: Transport;
  readonly token: string;
  readonly language: string;

  constructor(transport: Transport, token = '', language = 'en') {
    this.transport = transport;
    this.token = token;
    this.language = language;
  }

  /** Makes a call by GET. */
  get<Name extends NameBy<'GET'>>(
    name: Name,
    ...[query = {} as Query<Name>]: Optional<Query<Name>>
  ): Promise<Reply<Data<Name>>> {
    const given = Object.entries(query as Record<string, string | number | undefined>);
    const text = given.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    return this.send('GET', text.length > 0 ? `${name}?${new URLSearchParams(text)}` : name) as Promise<
      Reply<Data<Name>>
    >;
  }

  /** Makes a call by POST. */
  post<Name extends NameBy<'POST'>>(
    name: Name,
    ...[body = {} as Body<Name>, headers]: [...Optional<Body<Name>>, headers?: Partial<Headers<Name>>]
  ): Promise<Reply<Data<Name>>> {
    return this.send('POST', name, body, headers as Record<string, string> | undefined) as Promise<
      Reply<Data<Name>>
    >;
  }

  /** Sends what the contract may not know: an unknown call, or a parameter that is wrong on purpose. */
  async send(
    method: 'GET' | 'POST',
    name: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<unknown>> {
    const { status, json } = await this.transport({
      method,
      path: `/v1/${name}`,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        'user-language': this.language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, ...(json as Omit<Reply<unknown>, 'status'>) };
  }
}

// A test may put something between the page and its backend; the test's own calls go past it.
const { fetch: send } = globalThis;

/** Brings requests to a backend at an origin. */
export function overHttp(origin: string): Transport {
  return async ({ path, ...request }) => {
    const response = await send(origin + path, request);
    return { status: response.status, json: await response.json() };
  };
}

/** The data of a call that succeeds; throws its code and message when it does not. */
export async function dataOf<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { code, message, data } = await reply;
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data;
}

/** Signs a user in by name at the sandbox; the same name is the same user. */
export async function tokenOf(transport: Transport, name: string): Promise<string> {
  const login = { login_type: 'facebook', token: `sandbox:${name}` };
  return (await dataOf(new ApiUser(transport).post('login', login))).token;
}

/** Signs a user in by name at the sandbox of a backend at an origin; they have agreed to what it asks for. */
export async function signInAt(origin: string, name: string): Promise<ApiUser> {
  const transport = overHttp(origin);
  const user = new ApiUser(transport, await tokenOf(transport, name));
  await giveConsent(user);
  return user;
}

/** Agrees to what the API asks for now. */
export async function giveConsent(user: ApiUser): Promise<void> {
  const { consent_version: version } = await dataOf(user.get('getOperator'));
  await dataOf(user.post('giveConsent', { version }));
}

/** The account of a user as the server has it. */
export function accountOf(user: ApiUser): Promise<Data<'getUserInfo'>> {
  return dataOf(user.get('getUserInfo'));
}

/** The sandbox's store: pays an order, or sells a subscription; returns the receipt. */
export async function sell(
  transport: Transport,
  goods: { order_id: string } | { product_id: string },
): Promise<string> {
  const { status, json } = await transport({
    method: 'POST',
    path: 'order_id' in goods ? '/sandbox/pay' : '/sandbox/subscribe',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(goods),
  });
  if (status !== 200) throw new Error(`The sandbox's store replied ${status}`);
  return (json as { receipt: string }).receipt;
}

/** Orders a product. */
export function order(user: ApiUser, configId: number): Promise<Data<'createOrder'>> {
  return dataOf(user.post('createOrder', { config_id: configId }));
}

/** Pays an order at the sandbox and returns the receipt. */
export function pay(user: ApiUser, orderId: string): Promise<string> {
  return sell(user.transport, { order_id: orderId });
}

/** Orders a product, pays it, and hands the receipt in, as the user would have done on another day. */
export async function buy(user: ApiUser, configId: number): Promise<void> {
  const { order_id } = await order(user, configId);
  await dataOf(user.post('paySuccess', { order_id, receipt: await pay(user, order_id) }));
}
