import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import OfficialClient from 'ali-oss';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aliOssSlim } from '../vite-plugins/ali-oss-slim.ts';

interface SentRequest {
  url: string;
  headers: Record<string, string>;
  content: Uint8Array;
}

const projectFolder = join(import.meta.dirname, '..');
let folder: string;
let chunkFile: string;
let SlimClient: typeof OfficialClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-slim-'));
  const entry = join(folder, 'entry.js');
  await writeFile(entry, "export const load = () => import('ali-oss');");
  const output = join(folder, 'out');
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    plugins: [aliOssSlim()],
    build: {
      outDir: output,
      target: 'es2020',
      minify: true,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.mjs' },
      },
    },
  });
  // Node loads .js files as ES modules only if the nearest package.json has this type.
  await writeFile(join(output, 'package.json'), '{"type":"module"}');
  const { load } = await import(/* @vite-ignore */ pathToFileURL(join(output, 'entry.mjs')).href);
  SlimClient = (await load()).default;
  const name = (await readdir(join(output, 'assets'))).find(file => file.startsWith('ali-oss-'));
  chunkFile = join(output, 'assets', name!);
}, 30_000);

// Stub the page's location, because the client reads `location.protocol`.
beforeEach(() => void vi.stubGlobal('location', { protocol: 'https:' }));

afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

describe('the slim bundle of ali-oss replaces the official client', () => {
  test('the slim bundle of ali-oss has fewer than 15,000 bytes with brotli and contains the licence', async () => {
    const code = await readFile(chunkFile);

    expect(brotliCompressSync(code).length).toBeLessThan(15_000);
    expect(code.toString()).toContain('Copyright (c) ali-sdk and other contributors.');
    expect(code.toString()).toContain('Permission is hereby granted');
  });

  test.each([
    { version: 'V4', options: { authorizationV4: true } },
    { version: 'V1', options: { authorizationV4: false } },
    {
      version: 'V4 at an endpoint',
      options: { authorizationV4: true, endpoint: 'http://127.0.0.1:9', sldEnable: true },
    },
  ])('the slim bundle signs with $version exactly like the official client', async ({ options }) => {
    vi.useFakeTimers({ now: new Date('2026-11-01T02:03:04.567Z'), toFake: ['Date'] });

    const official = await requestOf(OfficialClient, options);
    const slim = await requestOf(SlimClient, options);
    vi.useRealTimers();

    expect(slim.url).toBe(official.url);
    expect(slim.headers['x-oss-date']).toBe(official.headers['x-oss-date']);
    expect(slim.headers.authorization).toBe(official.headers.authorization);
    expect(Array.from(slim.content)).toEqual(Array.from(official.content));
  });
});

test('the slim bundle completes a multipart upload and signs its content type', async () => {
  vi.stubGlobal('window', { navigator: { userAgent: '' } });
  const [sent] = await requestsOf(SlimClient, {}, client =>
    client.completeMultipartUpload('photos/7/a.jpg', 'ABC', [{ number: 1, etag: '"D"' }]),
  );
  expect(sent?.headers['Content-Type']).toBe('application/xml');
  expect(String(sent?.content)).toContain('<PartNumber>1</PartNumber>');
});

/** Returns the request with which a client uploads a photo. */
async function requestOf(Client: typeof OfficialClient, changes: object): Promise<SentRequest> {
  const bytes = new Uint8Array([1, 2, 3, 250]);
  const photo = Client === OfficialClient ? Buffer.from(bytes) : new Blob([bytes]);
  const options = { mime: 'image/jpeg', meta: { uid: 1, pid: 2 }, disabledMD5: false };
  const sent = await requestsOf(Client, changes, client =>
    client.put('photos/7/a~b(1)_é.jpg', photo, options),
  );
  return sent[0]!;
}

/** Returns the requests that a client would send during `act`. */
async function requestsOf(
  Client: typeof OfficialClient,
  changes: object,
  act: (client: OfficialClient) => Promise<unknown>,
): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const client = new Client({
    accessKeyId: 'TMP.id',
    accessKeySecret: 'secret/+=',
    stsToken: 'token.seal',
    refreshSTSTokenInterval: 1,
    bucket: 'tyy-photos',
    region: 'oss-cn-hangzhou',
    secure: true,
    ...changes,
    ...{
      urllib: {
        request: async (url: string, request: Omit<SentRequest, 'url'>) => {
          sent.push({ ...request, url });
          return { status: 200, headers: {}, res: { status: 200, headers: {} } };
        },
      },
    },
  });
  // Only the request counts, so ignore errors: the client cannot parse the empty fake response.
  await act(client).catch(() => undefined);
  return sent;
}
