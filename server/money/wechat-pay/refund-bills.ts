import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { ApiError } from '../../http/api-error.ts';
import { Refund, type WechatPayClient, WechatPayRefusal } from './wechat-pay-client.ts';

const hour = 60 * 60_000;

const day = 24 * hour;

/** Read the bills of this many days: a refund can take days to succeed, and the backend can be down for days. */
const daysBack = 7;

const Bill = Type.Object({
  hash_type: Type.Literal('SHA1'),
  hash_value: Type.String(),
  download_url: Type.String({ maxLength: 2048 }),
});

export type BillLine = Record<string, string | undefined>;

/** Beijing dates whose bills exist at `now` (ms), oldest first. A bill is available from 10:00 on the next day. */
export function billDays(now: number): string[] {
  const newest = now + 8 * hour - 10 * hour - day;
  return Array.from({ length: daysBack }, (_, index) =>
    new Date(newest - (daysBack - 1 - index) * day).toISOString().slice(0, 10),
  );
}

/** The lines about our orders (the merchant may sell other things too), and truncated lines, which cause an error. */
export async function* readRefundBill(client: WechatPayClient, date: string): AsyncGenerator<BillLine> {
  for (const line of linesOf(await download(client, date), date))
    if (line.商户订单号 === undefined || /^[0-9a-f]{24}$/.test(line.商户订单号)) yield line;
}

export function numberOfLine({ 微信退款单号: refund, 商户订单号: order }: BillLine): string {
  return refund || `of the order ${order ?? 'without a number'}`;
}

/** Parses a refund from a bill's line; throws if the line is malformed. */
export function refundOfLine(line: BillLine, mchid: string): Refund {
  const yuan = line.申请退款金额 || line.退款金额 || '';
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(yuan)) throw new Error(`"${yuan}" is not an amount.`);
  if (!line.微信退款单号 || !line.退款状态) throw new Error('The refund has no number or no state.');
  return Value.Parse(Refund, {
    mchid,
    out_trade_no: line.商户订单号,
    refund_id: line.微信退款单号,
    ...(line.商户退款单号 && { out_refund_no: line.商户退款单号 }),
    refund_status: line.退款状态,
    amount: { refund: Math.round(Number(yuan) * 100), currency: line.货币种类 || 'CNY' },
  });
}

async function download(client: WechatPayClient, date: string): Promise<string> {
  let found: unknown;
  try {
    found = await client.request('GET', `/v3/bill/tradebill?bill_date=${date}&bill_type=REFUND`);
  } catch (error) {
    if (!(error instanceof WechatPayRefusal)) throw error;
    if (error.code === 'NO_STATEMENT_EXIST') return '';
    // The bill is not ready yet; the next run reads it.
    if (error.code === 'STATEMENT_CREATING') throw new ApiError('overloaded', 'error.payment-unavailable');
    throw error;
  }
  const { hash_value, download_url } = Value.Parse(Bill, found);
  const { pathname, search } = new URL(download_url);
  const bill = await client.download(`${pathname}${search}`);
  if (createHash('sha1').update(bill).digest('hex') !== hash_value.toLowerCase())
    throw new Error(`The refund bill of ${date} does not have the hash that WeChat Pay signed.`);
  return bill.toString();
}

/** A bill has a header line, then lines whose values begin with a backtick, then a header line for the totals. */
function* linesOf(bill: string, date: string): Generator<BillLine> {
  const [head = '', ...lines] = bill.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (bill === '') return;
  const columns = head.split(',').map(name => name.trim());
  const missing = ['商户订单号', '微信退款单号', '退款状态'].find(name => !columns.includes(name));
  if (missing) throw new Error(`The refund bill of ${date} has no column ${missing}.`);
  for (const line of lines) {
    if (!line.startsWith('`')) return;
    const values = line.slice(1).split(',`');
    yield Object.fromEntries(columns.map((name, index) => [name, values[index]?.trim()]));
  }
}
