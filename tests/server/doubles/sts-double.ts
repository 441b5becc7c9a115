import { createHmac } from 'node:crypto';
import { type HttpDouble, openHttpDouble } from './http-double.ts';
import { ossKeys } from './oss-double.ts';

/** Aliyun's STS as far as AssumeRole; remembers what was asked of it. */
export interface StsDouble extends HttpDouble {
  asked: Record<string, string>[];
}

/** Opens one. */
export async function openStsDouble(): Promise<StsDouble> {
  const asked: Record<string, string>[] = [];
  const http = await openHttpDouble(({ method, body }) => {
    const { Signature: signature = '', ...fields } = Object.fromEntries(new URLSearchParams(body.toString()));
    if (fields.AccessKeyId !== ossKeys.id || signature !== sign(method, fields)) {
      return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'no' } };
    }
    asked.push(fields);
    const Expiration = new Date(Date.now() + Number(fields.DurationSeconds) * 1000).toISOString();
    return {
      body: {
        RequestId: '1',
        Credentials: { AccessKeyId: 'STS.1', AccessKeySecret: 'sts', SecurityToken: 'token', Expiration },
      },
    };
  });
  return Object.assign(http, { asked });
}

// https://help.aliyun.com/zh/sdk/product-overview/rpc-mechanism
function sign(method: string, fields: Record<string, string | undefined>): string {
  const query = Object.keys(fields)
    .sort()
    .map(name => `${encode(name)}=${encode(fields[name] ?? '')}`)
    .join('&');
  const text = `${method}&${encode('/')}&${encode(query)}`;
  return createHmac('sha1', `${ossKeys.secret}&`).update(text).digest('base64');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
