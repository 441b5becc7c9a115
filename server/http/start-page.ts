import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './origin.ts';

interface StartPage {
  html: Buffer;
  brotli: Buffer;
  etag: string;
}

/** The most origins whose page is kept; more can only be made up. */
const mostPages = 50;

/**
 * Answers index.html with the addresses for link previews made whole, since other apps do not complete them; they
 * lead to the origin that the request came to. Browsers ask again each time, and are told when nothing changed.
 */
export function startPage(html: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const pages = new Map<string, StartPage>();

  function pageFor(origin: string): StartPage {
    const known = pages.get(origin);
    if (known) return known;
    if (pages.size >= mostPages) pages.clear();
    const page = makePage(withOrigin(html, origin));
    pages.set(origin, page);
    return page;
  }

  return (request, reply) => {
    const page = pageFor(originOf(request));
    reply.headers({ etag: page.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();

    reply.type('text/html; charset=utf-8');
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesBrotli ? reply.header('content-encoding', 'br').send(page.brotli) : reply.send(page.html);
  };
}

function makePage(text: string): StartPage {
  const html = Buffer.from(text);
  // The same content in two encodings: a weak tag.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, brotli: brotliCompressSync(html), etag };
}

function withOrigin(html: string, origin: string): string {
  // The name is the caller's, and a host may hold a quotation mark.
  const safe = origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + safe);
}
