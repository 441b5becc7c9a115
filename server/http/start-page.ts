import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './origin.ts';

interface StartPage {
  html: Buffer;
  /** Null while it is being compressed. */
  brotli: Buffer | null;
  etag: string;
}

const compress = promisify(brotliCompress);

/** Origins that get a page of their own: the names of one machine. More can only be made up. */
const mostOrigins = 8;

/**
 * Sends a page with the addresses for link previews made absolute, since other apps do not complete them: they lead to
 * PUBLIC_URL or, where that is not set, to the origin of the request, for the first few origins. Browsers revalidate it.
 */
export function startPage(html: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const pages = new Map<string, StartPage>();
  const unchanged = makePage(html);

  function pageOf(request: FastifyRequest): StartPage {
    const origin = originOf(request);
    const known = pages.get(origin);
    if (known) return known;
    if (pages.size >= mostOrigins) return unchanged;
    const page = makePage(withOrigin(html, origin));
    pages.set(origin, page);
    return page;
  }

  return (request, reply) => {
    const page = pageOf(request);
    reply.headers({ etag: page.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();

    reply.type('text/html; charset=utf-8');
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const isSmall = takesBrotli && page.brotli !== null;
    return isSmall ? reply.header('content-encoding', 'br').send(page.brotli) : reply.send(page.html);
  };
}

/** Compresses on another thread; the first requests get the page as it is. */
function makePage(text: string): StartPage {
  const html = Buffer.from(text);
  // The same content in two encodings: a weak tag.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  const page: StartPage = { html, brotli: null, etag };
  compress(html).then(
    brotli => {
      page.brotli = brotli;
    },
    () => undefined,
  );
  return page;
}

function withOrigin(html: string, origin: string): string {
  // The name is the caller's, and a host may hold a quotation mark.
  const safe = origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + safe);
}
