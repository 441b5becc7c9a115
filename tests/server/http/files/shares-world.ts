import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type LostSharesParts, lostShares } from '../../../../server/http/files/lost-shares.ts';
import { sendRefusal } from '../../../../server/http/refusals.ts';

/** A server that takes shares only, and believes what a request says of its address. */
export interface SharesWorld {
  app: FastifyInstance;
  /** Where shares lie. */
  folder: string;
  /** Where they are sent. */
  address: string;
  close(): Promise<void>;
}

/** Opens one. */
export async function openSharesWorld(parts: Omit<LostSharesParts, 'folder'> = {}): Promise<SharesWorld> {
  const app = Fastify({ trustProxy: true });
  app.setErrorHandler(sendRefusal);
  const folder = await mkdtemp(join(tmpdir(), 'tyy-shares-'));
  await app.register(lostShares, { folder, ...parts });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    folder,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/tyy/make-pic`,
    async close() {
      await app.close();
      // Nothing stays of what nobody took.
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Where the wizard takes a share, and the cookie of the browser that shared. */
export function placeOf(response: Pick<Response, 'headers' | 'url'>): { url: string; cookie: string } {
  const id = new URL(response.headers.get('location')!, response.url).searchParams.get('shared');
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { url: new URL(`/tyy/shared/${id}`, response.url).href, cookie };
}

/** The status of an attempt to take a share; the body is read, else its connection stays busy. HEAD leaves it where it is. */
export async function statusOf(url: string, cookie = '', method = 'GET'): Promise<number> {
  const response = await fetch(url, { method, headers: { cookie } });
  await response.arrayBuffer();
  return response.status;
}
