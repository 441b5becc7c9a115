import { startMeasuring } from './connection.ts';

/** Data that an upload passes to this transport in the SDK's `ctx` option. */
export interface TransportContext {
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** The request body. Unlike other content, a blob is not copied into the page's memory. */
  blob?: Blob | undefined;
}

/** The fields of an ali-oss `urllib` request that uploads use. */
interface SdkRequest {
  method: string;
  headers: Record<string, string | number | undefined>;
  content?: string | Uint8Array<ArrayBuffer>;
  /** Time limit without progress, ms. */
  timeout: number;
  ctx?: TransportContext;
}

// Error statuses after which the SDK retries a request.
const noConnection = -1;
const tookTooLong = -2;

// Browsers set these headers themselves, and log a warning if code does.
const setByBrowser = new Set(['host', 'content-length', 'user-agent']);

/** Speed of the slowest supported network (50 kbit/s), in bytes per second. */
const slowestConnection = 6_250;

/** Sends ali-oss requests with XMLHttpRequest, because `fetch` cannot report upload progress. */
export const transport = {
  request(address: string, request: SdkRequest) {
    return new Promise((resolve, reject) => {
      const { onProgress, blob } = request.ctx ?? {};
      const body = blob ?? bytesOf(request.content);
      const size = blob?.size ?? request.content?.length ?? 0;
      const xhr = new XMLHttpRequest();
      const silence = watchSilence(() => xhr.abort());
      const endMeasuring = startMeasuring(size);
      const failWith = (name: string, status: number) => () => {
        reject(Object.assign(new Error(name), { name, status }));
      };

      xhr.onload = () => resolve(responseOf(xhr));
      xhr.onerror = failWith('RequestError', noConnection);
      xhr.onabort = failWith('ConnectionTimeoutError', tookTooLong);
      xhr.onprogress = () => silence.wait(request.timeout);
      xhr.onloadend = () => {
        silence.end();
        endMeasuring();
      };
      xhr.upload.onprogress = event => {
        onProgress?.(event.loaded, event.total);
        silence.wait(request.timeout);
      };
      // The browser has handed over all bytes, but the phone may still be sending them, so wait longer.
      xhr.upload.onload = () => silence.wait(request.timeout + (size / slowestConnection) * 1000);

      xhr.open(request.method, address);
      silence.wait(request.timeout);
      setHeaders(xhr, request.headers);
      xhr.send(body);
    });
  },
};

/** Converts strings to bytes. For strings, browsers change the content type, which breaks the signature. */
function bytesOf(content: SdkRequest['content']): Uint8Array<ArrayBuffer> | null {
  return typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? null);
}

/** Returns a timer that calls `onSilence` if `wait` is not called again within `ms`. */
function watchSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    wait(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(onSilence, ms);
    },
    end: () => clearTimeout(timer),
  };
}

function setHeaders(xhr: XMLHttpRequest, headers: SdkRequest['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !setByBrowser.has(name.toLowerCase()))
      xhr.setRequestHeader(name, String(value));
  }
}

/** Converts the response to urllib's format. Header names are in lower case. */
function responseOf(xhr: XMLHttpRequest) {
  const lines = xhr
    .getAllResponseHeaders()
    .split('\r\n')
    .filter(line => line !== '');
  const headers = Object.fromEntries(lines.map(readHeader));
  const { status, responseText: data, responseURL } = xhr;
  return { status, headers, data, res: { status, statusCode: status, headers, requestUrls: [responseURL] } };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
