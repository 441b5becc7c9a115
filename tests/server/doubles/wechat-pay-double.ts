import {
  createCipheriv,
  createHash,
  createPrivateKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DoubleRequest, DoubleResponse } from './http-double.ts';
import { reportOf, rsaKeys, ShopDouble, type ShopOrder, type ShopReport } from './shop-double.ts';

export const wechatMerchant = {
  WECHAT_APP_ID: 'wx-sandbox',
  WECHAT_APP_SECRET: 'hush',
  WECHAT_PAY_MERCHANT_ID: '1900000001',
  WECHAT_PAY_SERIAL: '4C0FFEE4C0FFEE',
  WECHAT_PAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
};

/** The platform's certificate, valid until 2049. The file also contains its private key. */
const platformPem = readFileSync('tests/testdata/wechat-pay-platform.pem', 'utf8');
const platform = new X509Certificate(platformPem);

const publicKeyId = 'PUB_KEY_ID_0119000000012024';

/** Serial number of the platform's certificate. */
export const certificateSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';

export interface DoubleTrade {
  appid: string;
  mchid: string;
  out_trade_no: string;
  transaction_id: string;
  trade_state: string;
  description: string;
  notify_url: string;
  payer: { openid: string };
  amount: { total: number; currency: string; payer_currency?: string };
}

/** A refund that the merchant made on WeChat Pay's site; `day` is the date of its bill in Beijing time. */
export interface DoubleRefund {
  mchid: string;
  out_trade_no: string;
  refund_id: string;
  out_refund_no: string;
  refund_status: string;
  amount: { refund: number; currency: string };
  day: string;
}

const billColumns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,退款申请时间,退款成功时间,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

/** A double of WeChat Pay's API v3 for payments inside WeChat. It checks signatures by the published rules. */
export class WechatPayDouble extends ShopDouble {
  readonly channel = 'wechat';
  readonly name = 'wechat-pay';
  readonly trades = new Map<string, DoubleTrade>();
  /** Refunds by out_refund_no. */
  readonly refunds = new Map<string, DoubleRefund>();
  /** Extra bill lines, by day. */
  readonly oddLines = new Map<string, string[]>();
  /** Defects of a bill, by day. */
  readonly oddBills = new Map<string, { text?: string; hash?: string; code?: string; origin?: string }>();
  /** The double's clock is this many milliseconds ahead of the real time. */
  ahead = 0;
  /** False if the merchant has no permission to query refunds. */
  tellsRefunds = true;
  readonly merchantKeys = rsaKeys('WeChat: merchantKeys');
  readonly platformKeys = {
    publicKey: platform.publicKey,
    privateKey: createPrivateKey(platformPem),
  };

  /** Pays an order with the parameters of chooseWXPay; throws if the merchant's signature is wrong. */
  pay(orderId: string, payment: string): DoubleTrade {
    const { timestamp, nonceStr, package: pack, signType, paySign } = JSON.parse(payment);
    const text = `${wechatMerchant.WECHAT_APP_ID}\n${timestamp}\n${nonceStr}\n${pack}\n`;
    const isSigned =
      signType === 'RSA' &&
      verify('sha256', Buffer.from(text), this.merchantKeys.publicKey, Buffer.from(paySign, 'base64'));
    const trade = this.trades.get(orderId);
    if (!isSigned || !trade || pack !== `prepay_id=wx${orderId}`)
      throw new Error('WeChat refuses this payment.');
    return Object.assign(trade, { trade_state: 'SUCCESS' });
  }

  override payOrder({ order_id, payment }: ShopOrder) {
    const trade = this.pay(order_id, payment);
    return { receipt: order_id, report: this.notification('TRANSACTION.SUCCESS', trade) };
  }

  /** Refunds an amount (fen) of an order and adds the refund to the newest bill. */
  refund(
    out_trade_no: string,
    refund: number,
    { refund_status = 'SUCCESS', currency = 'CNY' } = {},
  ): DoubleRefund {
    const number = `${Date.now()}${this.refunds.size}`;
    const made = {
      mchid: wechatMerchant.WECHAT_PAY_MERCHANT_ID,
      out_trade_no,
      refund_id: `5030${number}`,
      out_refund_no: `BD|${number}`,
      refund_status,
      amount: { refund, currency },
      day: this.billDay(),
    };
    this.refunds.set(made.out_refund_no, made);
    const trade = this.trades.get(out_trade_no);
    if (trade) trade.trade_state = 'REFUND';
    return made;
  }

  /** The day (Beijing time) of the newest bill `shift` ms from now. A day's bill is ready at 10:00 on the next day. */
  billDay(shift = 0): string {
    const beijing = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
    return beijing.format(Date.now() + this.ahead + shift - 34 * 3_600_000);
  }

  /** A signed notification. A test can forge its parts. */
  notification(
    event_type: string,
    content: object,
    {
      serial = publicKeyId,
      key = this.platformKeys.privateKey,
      age = 0,
      apiV3Key = wechatMerchant.WECHAT_PAY_API_V3_KEY,
    } = {},
  ): ShopReport {
    const resource = {
      algorithm: 'AEAD_AES_256_GCM',
      original_type: 'transaction',
      ...encrypt(JSON.stringify(content), 'transaction', apiV3Key),
    };
    const payload = JSON.stringify({ id: randomBytes(8).toString('hex'), event_type, resource });
    return reportOf(payload, signedBy(payload, { serial, key, age: age - this.ahead / 1000 }));
  }

  /** Settings with the platform's public key; older merchants have only the certificate. */
  override settings(): Record<string, string> {
    const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString();
    return {
      ...wechatMerchant,
      WECHAT_PAY_KEY: this.write('key.pem', pem(this.merchantKeys.privateKey, 'pkcs8')),
      WECHAT_PAY_PUBLIC_KEY: this.write('public-key.pem', pem(this.platformKeys.publicKey, 'spki')),
      WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
      WECHAT_PAY_API: this.http.origin,
      PUBLIC_URL: 'https://app.example.com',
    };
  }

  protected override respond(request: DoubleRequest): DoubleResponse {
    const wanted = request.headers['wechatpay-serial'];
    const respond = (status: number, content: object | null): DoubleResponse => {
      const body = content ? JSON.stringify(content) : '';
      const serial = wanted === publicKeyId ? publicKeyId : certificateSerial;
      return {
        status,
        body,
        headers: signedBy(body, { serial, key: this.platformKeys.privateKey, age: -this.ahead / 1000 }),
      };
    };
    const refuse = (status: number, code: string) => respond(status, { code, message: code.toLowerCase() });
    if (!this.#isSigned(request)) return refuse(401, 'SIGN_ERROR');
    const { pathname, searchParams } = request.url;
    if (pathname === '/v3/certificates') {
      const encrypt_certificate = encrypt(
        platform.toString(),
        'certificate',
        wechatMerchant.WECHAT_PAY_API_V3_KEY,
      );
      return respond(200, { data: [{ serial_no: certificateSerial, encrypt_certificate }] });
    }
    if (pathname.startsWith('/v3/refund/domestic/refunds/')) {
      if (!this.tellsRefunds) return refuse(403, 'NO_AUTH');
      const refund = this.refunds.get(decodeURIComponent(pathname.split('/').at(-1)!));
      if (!refund) return refuse(404, 'RESOURCE_NOT_EXISTS');
      const { refund_status: status, day, mchid, ...rest } = refund;
      return respond(200, { ...rest, status });
    }
    if (pathname === '/v3/bill/tradebill') {
      const date = searchParams.get('bill_date') ?? '';
      if (searchParams.get('bill_type') !== 'REFUND' || date > this.billDay())
        return refuse(400, 'PARAM_ERROR');
      const bill = this.#bill(date);
      const odd = this.oddBills.get(date) ?? {};
      if (odd.code) return refuse(400, odd.code);
      if (!bill) return refuse(400, 'NO_STATEMENT_EXIST');
      const hash_value = odd.hash ?? createHash('sha1').update(bill).digest('hex');
      const download_url = `${odd.origin ?? this.http.origin}/v3/billdownload/file?token=${date}`;
      return respond(200, { hash_type: 'SHA1', hash_value, download_url });
    }
    if (pathname === '/v3/billdownload/file')
      return { body: this.#bill(searchParams.get('token') ?? '') ?? '' };
    const content = request.body.length > 0 ? JSON.parse(request.body.toString()) : {};
    if ((content.mchid ?? searchParams.get('mchid')) !== wechatMerchant.WECHAT_PAY_MERCHANT_ID)
      return refuse(403, 'NO_AUTH');
    if (pathname === '/v3/pay/transactions/jsapi') {
      if (!content.payer?.openid || !/^(https:|http:\/\/127\.0\.0\.1:)/.test(content.notify_url))
        return refuse(400, 'PARAM_ERROR');
      const isTime = /^[\d-]{10}T[\d:]{8}\+00:00$/.test(content.time_expire);
      if (!isTime || Date.parse(content.time_expire) < Date.now()) return refuse(400, 'PARAM_ERROR');
      const transaction_id = `42000000${this.trades.size}`;
      this.trades.set(content.out_trade_no, { ...content, transaction_id, trade_state: 'NOTPAY' });
      return respond(200, { prepay_id: `wx${content.out_trade_no}` });
    }
    const [, id = '', close] =
      pathname.match(/^\/v3\/pay\/transactions\/out-trade-no\/(\w+?)(\/close)?$/) ?? [];
    const trade = this.trades.get(id);
    if (!trade) return refuse(404, 'ORDER_NOT_EXIST');
    if (!close) return respond(200, trade);
    if (trade.trade_state !== 'NOTPAY') return refuse(400, 'ORDERPAID');
    trade.trade_state = 'CLOSED';
    return respond(204, null);
  }

  lineOf({ out_trade_no, refund_id, out_refund_no, refund_status, amount }: DoubleRefund): string {
    const yuan = (amount.refund / 100).toFixed(2);
    const values: Record<string, string> = {
      商户号: wechatMerchant.WECHAT_PAY_MERCHANT_ID,
      商户订单号: out_trade_no,
      货币种类: amount.currency,
      微信退款单号: refund_id,
      商户退款单号: out_refund_no,
      退款金额: yuan,
      申请退款金额: yuan,
      退款状态: refund_status,
      商品名称: '100 gold coins, "new"',
    };
    return billColumns
      .split(',')
      .map(column => `\`${values[column] ?? ''}`)
      .join(',');
  }

  /** The bill with the refunds of a day; null if there are none. */
  #bill(date: string): string | null {
    const refunds = [...this.refunds.values()].filter(({ day }) => day === date);
    const lines = [...(this.oddLines.get(date) ?? []), ...refunds.map(one => this.lineOf(one))];
    const odd = this.oddBills.get(date);
    if (odd) return odd.text ?? [billColumns, ...lines].join('\n');
    if (lines.length === 0) return null;
    const sums = ['总交易单数,应结订单总金额,退款总金额', `\`${lines.length},\`0.00,\`0.00`];
    return `\uFEFF${[billColumns, ...lines, ...sums].join('\r\n')}\r\n`;
  }

  #isSigned({ method, url, headers, body }: DoubleRequest): boolean {
    const [scheme, fields = ''] = String(headers.authorization).split(' ');
    const { mchid, serial_no, nonce_str, timestamp, signature } = Object.fromEntries(
      [...fields.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce_str}\n${body}\n`;
    return (
      scheme === 'WECHATPAY2-SHA256-RSA2048' &&
      mchid === wechatMerchant.WECHAT_PAY_MERCHANT_ID &&
      serial_no === wechatMerchant.WECHAT_PAY_SERIAL &&
      Math.abs(Number(timestamp) - (Date.now() + this.ahead) / 1000) < 300 &&
      verify('sha256', Buffer.from(text), this.merchantKeys.publicKey, Buffer.from(signature ?? '', 'base64'))
    );
  }
}

function signedBy(body: string, { serial, key, age = 0 }: { serial: string; key: KeyObject; age?: number }) {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const nonce = randomBytes(8).toString('hex');
  return {
    'wechatpay-serial': serial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString(
      'base64',
    ),
  };
}

function encrypt(text: string, associated_data: string, key: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated_data));
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
  return { ciphertext, nonce, associated_data };
}
