import { timingSafeEqual } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../api-error.ts';
import { addressOf } from '../caller.ts';
import { bounds } from '../limits/bounds.ts';
import { AtOnce } from '../limits/limiters.ts';
import { isFromOtherSite } from '../origin.ts';
import { appPath } from './app-files.ts';
import { longestShare, patience, type Share, SharedFiles } from './shared-files.ts';

/** The manifest's share target: phones post shared photos to this path and then open it. */
export const wizard = `${appPath}make-pic`;
const keptShares = `${appPath}shared/`;
/** The sender of a refused share gets this long (ms) to read the response before the connection closes. */
const readingTime = 2000;

/** `freeOn` returns a folder's free disk space in bytes. */
export interface LostSharesParts {
  folder: string;
  freeOn?: (folder: string) => Promise<number>;
}

/**
 * Takes photos shared from other apps. Normally the service worker receives them. Before it is installed, they reach
 * the server, which keeps them in `folder` for some minutes. The wizard then loads them; a cookie limits access to the
 * browser that sent them.
 */
export async function lostShares(app: FastifyInstance, { folder, freeOn }: LostSharesParts): Promise<void> {
  const shares = new SharedFiles(folder, freeOn);
  const coming = new AtOnce(bounds.comingShares);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.addHook('onClose', () => shares.close());

  app.post(wizard, { config: { streamsBody: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const share = await receive(request);
    if (!share) return respondUnread(reply);
    const { id, secret } = share;
    const cookie = `${cookieName(id)}=${secret}; Path=${keptShares}; Max-Age=${patience / 1000}; HttpOnly; SameSite=Lax`;
    return reply.header('set-cookie', cookie).redirect(`${wizard}?shared=${id}`, 303);
  });

  async function receive(request: FastifyRequest): Promise<{ id: string; secret: string } | null> {
    const { 'content-type': type = '', 'content-length': length = 0 } = request.headers;
    if (!type.startsWith('multipart/form-data') || Number(length) > longestShare) return null;
    if (isFromElsewhere(request)) return null;
    const caller = addressOf(request);
    const end = coming.begin(caller);
    return end && shares.save(request.raw, { caller, type }).finally(end);
  }

  app.get<One>(`${keptShares}:id`, async (request, reply) => {
    const share = find(request);
    reply.header('cache-control', 'no-store');
    const read = share && (await shares.read(request.params.id));
    if (!read) throw notFound();
    return reply.type(share.type).header('content-length', read.size).send(read.body);
  });

  app.delete<One>(`${keptShares}:id`, async (request, reply) => {
    if (!find(request)) throw notFound();
    await shares.remove(request.params.id);
    return reply.code(204).send();
  });

  function find(request: FastifyRequest<One>): Share | undefined {
    const { id } = request.params;
    const share = shares.find(id);
    return share && hasSecret(request, id, share.secret) ? share : undefined;
  }
}

interface One {
  Params: { id: string };
}

/**
 * Responds while the client is still sending. The connection stays open until the client closes it or a time limit
 * ends, because closing a connection with unread bytes can discard the response.
 */
function respondUnread(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), location: wizard, connection: 'close', 'content-length': 0 };
  raw.writeHead(303, headers as OutgoingHttpHeaders).flushHeaders();
  const timer = setTimeout(() => raw.destroy(), readingTime);
  raw.once('close', () => clearTimeout(timer));
}

const cookieName = (id: string) => `tyy-share-${id}`;

function hasSecret({ headers }: Pick<FastifyRequest, 'headers'>, id: string, secret: string): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  const wanted = Buffer.from(`${cookieName(id)}=${secret}`);
  return cookies.some(cookie => {
    const found = Buffer.from(cookie);
    return found.length === wanted.length && timingSafeEqual(found, wanted);
  });
}

/**
 * True if another website made the request. Websites must not share photos in the user's name. Old browsers send
 * `Origin: null` for shares from the phone.
 */
function isFromElsewhere(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return isFromOtherSite(request) && !(site === undefined && origin === 'null');
}
