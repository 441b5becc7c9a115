import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { Agent } from 'node:https';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushNetwork } from '../../../server/push/post-push.ts';
import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

const host = 'push.example.com';

/** All push services resolve to this address in tests; no test connects to it. */
const publicAddress = '93.184.215.14';

function newKeys(): { pair: ECDH; publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString('base64url');
  return { pair, publicKey: pair.getPublicKey('base64url'), privateKey };
}

/** VAPID settings of a backend that uses the double. */
export function vapidSettings(): Record<string, string> {
  const { publicKey, privateKey } = newKeys();
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:push@sol.example',
  };
}

/** A browser with a subscription, and the messages it received. */
export interface DoubleDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** Decrypted messages. */
  told: string[];
  headers: DoubleRequest['headers'][];
}

/** A push service by RFC 8030 and RFC 8292. Its devices decrypt messages by RFC 8291. */
export class PushServiceDouble {
  readonly network: PushNetwork;
  /** Addresses and ports to which the backend tried to connect. */
  readonly dialled: string[] = [];
  /** Host names that resolve to addresses other than the public one. */
  readonly names = new Map<string, string[]>();
  readonly #http: HttpDouble;
  readonly #devices = new Map<string, DoubleDevice & { pair: ECDH }>();

  private constructor(http: HttpDouble) {
    this.#http = http;
    this.network = {
      resolve: async name => {
        const addresses = this.names.get(name) ?? [publicAddress];
        return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      agent: new DetourAgent(Number(new URL(http.origin).port), this.dialled),
    };
  }

  static async open(): Promise<PushServiceDouble> {
    const service: PushServiceDouble = new PushServiceDouble(
      await openHttpDouble(request => service.#respond(request)),
    );
    return service;
  }

  /** Responses to the next messages, in order. */
  get troubles(): DoubleResponse[] {
    return this.#http.troubles;
  }

  /** All received messages, including refused messages. */
  get requests(): DoubleRequest[] {
    return this.#http.requests;
  }

  subscribe(at = host): DoubleDevice {
    const { pair, publicKey } = newKeys();
    const path = `/send/${randomBytes(12).toString('base64url')}`;
    const keys = { p256dh: publicKey, auth: randomBytes(16).toString('base64url') };
    const device = { endpoint: `https://${at}${path}`, keys, told: [], headers: [], pair };
    this.#devices.set(path, device);
    return device;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async #respond({ url, headers, body, method }: DoubleRequest): Promise<DoubleResponse> {
    const device = this.#devices.get(url.pathname);
    if (!device) return { status: 410 };
    if (method !== 'POST' || !headers.ttl || headers['content-encoding'] !== 'aes128gcm')
      return { status: 400 };
    if (!(await isVouchedFor(headers, new URL(device.endpoint).origin))) return { status: 403 };
    device.told.push(openPushMessage(body, device.pair, Buffer.from(device.keys.auth, 'base64url')));
    device.headers.push(headers);
    return { status: 201, headers: { location: `${device.endpoint}/1` } };
  }
}

/**
 * True if the token meets RFC 8292: it is signed with the key, names this service and the sender's contact, and is
 * valid for at most a day.
 */
async function isVouchedFor(
  { authorization = '' }: DoubleRequest['headers'],
  origin: string,
): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url');
  try {
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256');
    const { payload } = await jwtVerify(token, jwk, { audience: origin, algorithms: ['ES256'] });
    const isShort = payload.exp !== undefined && payload.exp <= Date.now() / 1000 + 24 * 60 * 60;
    return isShort && /^(mailto:|https:)/.test(payload.sub ?? '');
  } catch {
    return false;
  }
}

/** Connects to the double instead of the requested host, and records the requested address. */
class DetourAgent extends Agent {
  readonly #port: number;
  readonly #dialled: string[];

  constructor(port: number, dialled: string[]) {
    super({ keepAlive: false });
    this.#port = port;
    this.#dialled = dialled;
  }

  override createConnection(options: { host?: string; port?: number; lookup?: LookupFunction }): Socket {
    options.lookup?.(options.host ?? '', { all: false }, (_error, address) =>
      this.#dialled.push(`${address}:${options.port}`),
    );
    return connect(this.#port, '127.0.0.1');
  }
}

const hmac = (key: Uint8Array, ...data: (Uint8Array | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of data) made.update(part);
  return made.digest();
};

/** Decrypts a Web Push message: one record of aes128gcm (RFC 8188), with the keys of RFC 8291. */
function openPushMessage(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + sender.length);
  if (sender.length !== 65 || record.length > recordSize)
    throw new Error('not one record with the key of its sender');

  const shared = hmac(auth, device.computeSecret(sender));
  const material = hmac(shared, 'WebPush: info\0', device.getPublicKey(), sender, '\x01');
  const key = hmac(salt, material);
  const contentKey = hmac(key, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
  const nonce = hmac(key, 'Content-Encoding: nonce\0\x01').subarray(0, 12);

  const cipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex(byte => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end).toString();
}
