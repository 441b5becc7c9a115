import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** WeChat's API as far as tickets need it: counts what it gives away, and can be made to refuse. */
export interface WechatDouble {
  origin: string;
  /** Tickets given so far: the last one is `ticket-<given>`. */
  given: number;
  /** Requests of any kind so far. */
  asked: number;
  status: 'well' | 'refusing' | 'broken';
  close(): Promise<void>;
}

/** The account that the double knows. */
export const account = { WECHAT_APP_ID: 'wx123', WECHAT_APP_SECRET: 'hush' };

/** Opens one on a free port. */
export async function openWechatDouble(): Promise<WechatDouble> {
  const http = createServer(async (request, response) => {
    double.asked += 1;
    const address = new URL(request.url ?? '/', double.origin);
    const data = responseTo(double, address, await bodyOf(request));
    response.setHeader('content-type', 'application/json');
    response.end(double.status === 'broken' ? '<html>502</html>' : JSON.stringify(data));
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));

  const double: WechatDouble = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    given: 0,
    asked: 0,
    status: 'well',
    async close() {
      http.closeAllConnections();
      await new Promise(resolve => http.close(resolve));
    },
  };
  return double;
}

function responseTo(double: WechatDouble, address: URL, body: Record<string, string>): object {
  if (double.status === 'refusing') return { errcode: 40164, errmsg: 'invalid ip' };
  if (address.pathname === '/cgi-bin/stable_token') {
    const known = body.appid === account.WECHAT_APP_ID && body.secret === account.WECHAT_APP_SECRET;
    return known
      ? { access_token: 'access', expires_in: 7200 }
      : { errcode: 40125, errmsg: 'invalid appsecret' };
  }
  const { access_token, type } = Object.fromEntries(address.searchParams);
  if (address.pathname !== '/cgi-bin/ticket/getticket' || access_token !== 'access' || type !== 'jsapi') {
    return { errcode: 40001, errmsg: 'invalid credential' };
  }
  double.given += 1;
  return { errcode: 0, errmsg: 'ok', ticket: `ticket-${double.given}`, expires_in: 7200 };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
}
