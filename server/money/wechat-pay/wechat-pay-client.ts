import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import { newId } from '../../db/database.ts';
import { fetchElsewhere, mostBytes } from '../../elsewhere/fetch-elsewhere.ts';
import { type FindKey, keepKeys } from '../keep-keys.ts';

/** Milliseconds per request. Short, because a user may be waiting. */
const timeLimit = 6_000;
/** Milliseconds per file download, for which no user waits. */
const downloadLimit = 30_000;

export class WechatPayRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`WeChat Pay returned ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

export const Encrypted = Type.Object({
  ciphertext: Type.String({ maxLength: 65_536 }),
  nonce: Type.String({ maxLength: 64 }),
  associated_data: Type.Optional(Type.String({ maxLength: 64 })),
});

const Certificates = Type.Object({ data: Type.Array(Type.Unknown()) });
const Certificate = Type.Object({ serial_no: Type.String(), encrypt_certificate: Encrypted });

interface WechatKeys {
  own: KeyObject;
  known: KeyObject | null;
}

type OnOdd = (number: string, error: unknown) => void;

export class WechatPayClient {
  readonly #account: WechatPayAccount;
  readonly #key: KeyObject;
  readonly #clock: () => number;
  /** Finds WeChat Pay's public key by a certificate's serial number or by a key id. */
  readonly #platformKey: FindKey;
  readonly #onOdd: OnOdd;

  private constructor(account: WechatPayAccount, keys: WechatKeys, clock: () => number, onOdd: OnOdd) {
    this.#account = account;
    this.#key = keys.own;
    this.#clock = clock;
    this.#onOdd = onOdd;
    const certificates = keepKeys(() => this.#fetchCertificates(), { clock });
    const { publicKey: known } = account;
    // While a merchant migrates from certificates to the public key, WeChat Pay may sign with either.
    this.#platformKey = async id => {
      if (id === known?.id) return keys.known;
      return id.startsWith('PUB_KEY_ID_') ? null : certificates(id);
    };
  }

  /** Rejects with a message for the operator if one of the account's files is invalid. */
  static async open(
    account: WechatPayAccount,
    clock: () => number,
    onOdd: OnOdd = () => {},
  ): Promise<WechatPayClient> {
    const { keyFile, publicKey } = account;
    try {
      const own = createPrivateKey(await readFile(keyFile));
      const known = publicKey && createPublicKey(await readFile(publicKey.file));
      return new WechatPayClient(account, { own, known }, clock, onOdd);
    } catch (cause) {
      throw new Error('WECHAT_PAY_KEY and WECHAT_PAY_PUBLIC_KEY must be files of keys.', { cause });
    }
  }

  /** Throws `WechatPayRefusal` for an error response, and another error if the signature is missing. */
  async request(method: 'GET' | 'POST', path: string, content?: object): Promise<unknown> {
    const response = await this.#send(method, path, content);
    const body = await response.text();
    if (!response.ok) throw refusalOf(response.status, body);
    if (
      !(await this.isFromWechat(
        signedHeaders(name => response.headers.get(name)),
        body,
      ))
    ) {
      throw new Error('A response was not signed by WeChat Pay.');
    }
    return body === '' ? null : JSON.parse(body);
  }

  /** Downloads a file. The response is not signed, but the signed response that named the file has its hash. */
  async download(path: string): Promise<Buffer> {
    const response = await this.#send('GET', path, undefined, { most: mostBytes.bill, limit: downloadLimit });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw refusalOf(response.status, body.toString());
    return body;
  }

  async isFromWechat(headers: SignedHeaders, body: string): Promise<boolean> {
    const key = await this.#platformKey(headers.serial);
    return key !== null && isSigned(headers, body, key, this.#clock());
  }

  /** Arguments for `chooseWXPay` in WeChat's JavaScript SDK. */
  paymentOf(prepayId: string): Record<string, string> {
    const timestamp = String(Math.floor(this.#clock() / 1000));
    const nonceStr = newId();
    const pack = `prepay_id=${prepayId}`;
    const paySign = this.#sign(`${this.#account.appId}\n${timestamp}\n${nonceStr}\n${pack}\n`);
    return { timestamp, nonceStr, package: pack, signType: 'RSA', paySign };
  }

  /** Fetches WeChat Pay's certificates, encrypted with a key that only WeChat Pay and the merchant know. */
  async #fetchCertificates(): Promise<Map<string, KeyObject>> {
    const response = await this.#send('GET', '/v3/certificates');
    const body = await response.text();
    // Merchants that use the public key may have no certificates.
    if (response.status === 404 && this.#account.publicKey) return new Map();
    if (!response.ok) throw refusalOf(response.status, body);
    const keys = new Map<string, KeyObject>();
    for (const entry of Value.Parse(Certificates, JSON.parse(body)).data) {
      try {
        const { serial_no, encrypt_certificate } = Value.Parse(Certificate, entry);
        const certificate = new X509Certificate(decrypt(encrypt_certificate, this.#account.apiV3Key));
        if (Date.parse(certificate.validTo) > this.#clock()) {
          keys.set(serial_no, certificate.publicKey);
        }
      } catch (error) {
        this.#onOdd(String((entry as { serial_no?: unknown } | null)?.serial_no), error);
      }
    }
    return keys;
  }

  async #send(
    method: string,
    path: string,
    content?: object,
    { most = mostBytes.json, limit = timeLimit } = {},
  ): Promise<Response> {
    const { merchantId, serial, apiOrigin, publicKey } = this.#account;
    const sent = content ? JSON.stringify(content) : '';
    const [timestamp, nonce] = [Math.floor(this.#clock() / 1000), newId()];
    const signature = this.#sign(`${method}\n${path}\n${timestamp}\n${nonce}\n${sent}\n`);
    const about = {
      mchid: merchantId,
      nonce_str: nonce,
      signature,
      timestamp,
      serial_no: serial,
    };
    const fields = Object.entries(about).map(([name, value]) => `${name}="${value}"`);
    const request: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        authorization: `WECHATPAY2-SHA256-RSA2048 ${fields.join(',')}`,
        // With this header, WeChat Pay signs its response with the public key instead of a certificate.
        ...(publicKey && { 'wechatpay-serial': publicKey.id }),
        ...(content && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(limit),
      redirect: 'error',
      ...(content && { body: sent }),
    };
    return fetchElsewhere(`${apiOrigin}${path}`, request, { most });
  }

  #sign(text: string): string {
    return sign('sha256', Buffer.from(text), this.#key).toString('base64');
  }
}

function refusalOf(status: number, body: string): WechatPayRefusal {
  let refusal: { code?: string; message?: string } = {};
  try {
    refusal = JSON.parse(body);
  } catch {
    // The body is not JSON: report the status only.
  }
  return new WechatPayRefusal(status, refusal.code ?? '', refusal.message ?? '');
}

const tagLength = 16;

/** Decrypts with the merchant's API v3 key (AEAD_AES_256_GCM); throws if the key is wrong. */
export function decrypt(
  { ciphertext, nonce, associated_data = '' }: Static<typeof Encrypted>,
  apiV3Key: string,
): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString();
}

/** Maximum age of a signature in seconds. */
const longestAge = 300;

interface SignedHeaders {
  serial: string;
  timestamp: string;
  nonce: string;
  signature: string;
}

export function signedHeaders(read: (name: string) => string | null): SignedHeaders {
  const [serial, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map(
    name => read(`wechatpay-${name}`) ?? '',
  );
  return { serial: serial!, timestamp: timestamp!, nonce: nonce!, signature: signature! };
}

/** True if WeChat Pay signed the body within the last five minutes; `now` in milliseconds. */
function isSigned(
  { timestamp, nonce, signature }: SignedHeaders,
  body: string,
  key: KeyObject,
  now: number,
): boolean {
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= longestAge)) return false;
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
  return verify('sha256', text, key, Buffer.from(signature, 'base64'));
}

export interface WechatPayAccount {
  appId: string;
  merchantId: string;
  /** Serial number of the merchant's own certificate. `keyFile`: path of its private key (PEM). */
  serial: string;
  keyFile: string;
  /** The merchant's 32-character key, with which WeChat Pay encrypts data. */
  apiV3Key: string;
  /** WeChat Pay's public key. Null for merchants from before 2024, for whom we fetch certificates instead. */
  publicKey: { id: string; file: string } | null;
  apiOrigin: string;
  notifyOrigin: string;
}

const Trade = Type.Object({
  appid: Type.String(),
  mchid: Type.String(),
  out_trade_no: Type.String(),
  trade_state: Type.String(),
  amount: Type.Optional(
    Type.Object({
      total: Type.Optional(Type.Integer()),
      currency: Type.Optional(Type.String()),
      payer_currency: Type.Optional(Type.String()),
    }),
  ),
});

export type Trade = Static<typeof Trade>;

/** Maps WeChat Pay's trade states to ours. Refunds are reported separately. */
const kinds: Record<string, 'paid' | 'open' | 'processing' | 'over'> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'processing',
  ACCEPT: 'processing',
  CLOSED: 'over',
  REVOKED: 'over',
  PAYERROR: 'over',
};

export function kindOf({ trade_state }: Trade): 'paid' | 'open' | 'processing' | 'over' {
  return kinds[trade_state] ?? 'open';
}

/** Throws if the value is not a valid trade. */
export function readTrade(value: unknown): Trade {
  return Value.Parse(Trade, value);
}

/** A refund; the amount is in fen. */
export const Refund = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  refund_id: Type.String(),
  out_refund_no: Type.Optional(Type.String()),
  refund_status: Type.String(),
  amount: Type.Object({ refund: Type.Integer(), currency: Type.Optional(Type.String()) }),
});

export type Refund = Static<typeof Refund>;
