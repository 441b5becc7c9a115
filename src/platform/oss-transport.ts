/** What travels from a `put` to the transport in the SDK's `ctx` option. */
export interface TransportContext {
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** The same as the request's content; sent as a blob it need not pass through the memory of the page once more. */
  blob?: Blob | undefined;
}

/** The request that ali-oss hands to its `urllib` option, as far as an upload fills it in. */
interface SdkRequest {
  method: string;
  headers: Record<string, string | number | undefined>;
  content?: Uint8Array<ArrayBuffer>;
  timeout: number;
  ctx?: TransportContext;
}

// The SDK repeats a request that failed with one of the first two, and no other.
const noConnection = -1;
const tookTooLong = -2;

// The browser sets these itself, and warns about code that tries.
const setByBrowser = new Set(['host', 'content-length', 'user-agent']);

/** Sends the requests of ali-oss by XMLHttpRequest, the only way to hear how much of an upload has left. */
export const transport = {
  request(address: string, request: SdkRequest) {
    return new Promise((resolve, reject) => {
      const { onProgress, blob } = request.ctx ?? {};
      const xhr = new XMLHttpRequest();
      const failWith = (name: string, status: number) => () => {
        reject(Object.assign(new Error(name), { name, status }));
      };

      xhr.onload = () => resolve(responseOf(xhr));
      xhr.onerror = failWith('RequestError', noConnection);
      xhr.ontimeout = failWith('ConnectionTimeoutError', tookTooLong);
      if (onProgress) xhr.upload.onprogress = event => onProgress(event.loaded, event.total);

      xhr.open(request.method, address);
      xhr.timeout = request.timeout;
      setHeaders(xhr, request.headers);
      xhr.send(blob ?? request.content ?? null);
    });
  },
};

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
  const { status, responseText: data } = xhr;
  return { status, headers, data, res: { status, statusCode: status, headers } };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
