import { startMeasuring } from './connection.ts';

/** Data that an upload passes to this transport through the SDK's option `ctx`. */
export interface TransportContext {
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** The content of the request. A blob need not be copied into the page's memory. */
  blob?: Blob | undefined;
}

/** The parts of an `urllib` request of ali-oss that uploads use. */
interface SdkRequest {
  method: string;
  headers: Record<string, string | number | undefined>;
  content?: string | Uint8Array<ArrayBuffer>;
  /** Time limit without progress, ms. */
  timeout: number;
  ctx?: TransportContext;
}

// The SDK retries only requests that failed with one of these statuses.
const noConnection = -1;
const tookTooLong = -2;

// Browsers set these headers themselves, and warn if code sets them.
const setByBrowser = new Set(['host', 'content-length', 'user-agent']);

/** Slowest supported network (50 kbit/s) in bytes per second; the system's buffers may empty at this speed. */
const slowestConnection = 6_250;

/** Sends the requests of ali-oss by XMLHttpRequest, because nothing else reports the progress of an upload. */
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
      // The page has sent all bytes, but the phone may still be sending them.
      xhr.upload.onload = () => silence.wait(request.timeout + (size / slowestConnection) * 1000);

      xhr.open(request.method, address);
      silence.wait(request.timeout);
      setHeaders(xhr, request.headers);
      xhr.send(body);
    });
  },
};

/** Converts a text to bytes: for a text the browser would add a charset to the content type, which is signed. */
function bytesOf(content: SdkRequest['content']): Uint8Array<ArrayBuffer> | null {
  return typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? null);
}

/** Calls `onSilence` if `wait` is not called again within `ms`. */
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

/** The response in the format of urllib. Header names are in lower case. */
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
