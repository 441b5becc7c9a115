import type { Body, Data, Headers, NameBy, Query } from '../../../server/contract/calls.ts';

/** `path` includes the query string. */
export interface ApiRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends a request to a backend, in this process or over the network; returns its JSON. */
export type Transport = (request: ApiRequest) => Promise<{ status: number; json: unknown }>;

/** The HTTP status and the JSON envelope of a response. */
export interface Reply<T> {
  status: number;
  code: number;
  message: string;
  /** Null if the code is not 0. */
  data: T;
}

/** An argument, which callers may omit if all its fields are optional. */
type Optional<T> = Record<string, never> extends T ? [given?: T] : [given: T];

/**
 * A user of the API, or a guest if the token is empty. All tests call the API through this class, with the types of the
 * contract.
 */
export class ApiUser {
  readonly transport: Transport;
  readonly token: string;
  readonly language: string;

  constructor(transport: Transport, token = '', language = 'en') {
    this.transport = transport;
    this.token = token;
    this.language = language;
  }

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

  post<Name extends NameBy<'POST'>>(
    name: Name,
    ...[body = {} as Body<Name>, headers]: [...Optional<Body<Name>>, headers?: Partial<Headers<Name>>]
  ): Promise<Reply<Data<Name>>> {
    return this.send('POST', name, body, headers as Record<string, string> | undefined) as Promise<
      Reply<Data<Name>>
    >;
  }

  /** Sends a call that the types would forbid, because its name or its parameters are wrong on purpose. */
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

// Use the original `fetch`, because tests replace the global `fetch` to change the page's requests.
const { fetch: send } = globalThis;

/** `added` has headers for each request. */
export function overHttp(origin: string, added: Record<string, string> = {}): Transport {
  return async ({ path, headers, ...request }) => {
    const response = await send(origin + path, { ...request, headers: { ...headers, ...added } });
    return { status: response.status, json: await response.json() };
  };
}

/** Returns a call's data; throws its code and message if it failed. */
export async function dataOf<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { code, message, data } = await reply;
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data;
}

/** Signs in at the sandbox, where the same name gives the same user. */
export async function tokenOf(transport: Transport, name: string): Promise<string> {
  const login = { login_type: 'facebook', token: `sandbox:${name}` };
  return (await dataOf(new ApiUser(transport).post('login', login))).token;
}

/** Signs in at a backend's sandbox and gives consent. */
export async function signInAt(origin: string, name: string): Promise<ApiUser> {
  const transport = overHttp(origin);
  const user = new ApiUser(transport, await tokenOf(transport, name));
  await giveConsent(user);
  return user;
}

/** Gives consent to the current version of the text. */
export async function giveConsent(user: ApiUser): Promise<void> {
  const { consent_version: version } = await dataOf(user.get('getOperator'));
  await dataOf(user.post('giveConsent', { version }));
}

export function accountOf(user: ApiUser): Promise<Data<'getUserInfo'>> {
  return dataOf(user.get('getUserInfo'));
}

/** Pays an order or sells a subscription in the sandbox's store; returns the receipt. */
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

export function order(user: ApiUser, configId: number): Promise<Data<'createOrder'>> {
  return dataOf(user.post('createOrder', { config_id: configId }));
}

/** Pays an order in the sandbox's store; returns the receipt. */
export function pay(user: ApiUser, orderId: string): Promise<string> {
  return sell(user.transport, { order_id: orderId });
}

/** Orders a product, pays, and sends the receipt, as if on an earlier visit. */
export async function buy(user: ApiUser, configId: number): Promise<void> {
  const { order_id } = await order(user, configId);
  await dataOf(user.post('paySuccess', { order_id, receipt: await pay(user, order_id) }));
}
