import { startMeasuring } from './line.ts';

/** What travels from an upload to the transport in the SDK's `ctx` option. */
export interface TransportContext {
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** The same as the request's content; sent as a blob it need not pass through the memory of the page once more. */
  blob?: Blob | undefined;
}

/** The request that ali-oss hands to its `urllib` option, as far as an upload fills it in. */
interface SdkRequest {
  method: string;
  headers: Record<string, string | number | undefined>;
  content?: string | Uint8Array<ArrayBuffer>;
  /** How long nothing may move, ms. */
  timeout: number;
  ctx?: TransportContext;
}

// The SDK repeats a request that failed with one of these, and no other.
const noConnection = -1;
const tookTooLong = -2;

// The browser sets these itself, and warns about code that tries.
const setByBrowser = new Set(['host', 'content-length', 'user-agent']);

/** The slowest line that is served (50 kbit/s), bytes a second: at this pace the system's buffers may empty. */
const slowestLine = 6_250;

/** Sends the requests of ali-oss by XMLHttpRequest, the only way to hear how much of an upload has left. */
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
      // All has left the page, but not yet the phone.
      xhr.upload.onload = () => silence.wait(request.timeout + (size / slowestLine) * 1000);

      xhr.open(request.method, address);
      silence.wait(request.timeout);
      setHeaders(xhr, request.headers);
      xhr.send(body);
    });
  },
};

/** To a text the browser would add a charset of its own, and the type is signed. */
function bytesOf(content: SdkRequest['content']): Uint8Array<ArrayBuffer> | null {
  return typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? null);
}

/** Calls back once after so many ms in which `wait` was not called again. */
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

/** The response in the shape of urllib; header names in lower case. */
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
