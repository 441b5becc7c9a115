import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, type Language, languageOf } from '../../languages/languages.ts';
import { sentenceIn } from '../../languages/sentence.ts';
import { originOf } from '../origin.ts';

interface StartPage {
  html: Buffer;
  /** Null if compression failed. */
  brotli: Promise<Buffer | null>;
  etag: string;
}

const compress = promisify(brotliCompress);

/**
 * Maximum number of origins with cached pages. A deployment has few host names, but callers can send any Host header.
 */
const mostOrigins = 8;

/** Open Graph properties and the text keys of their translations. */
const previewTexts = {
  'og:title': 'preview.title',
  'og:description': 'preview.text',
  'og:site_name': 'preview.title',
  'og:image:alt': 'preview.picture',
} as const;

/**
 * Sends a page with absolute addresses in its link preview, because messengers do not resolve relative ones. Their
 * origin is PUBLIC_URL, else the request's origin; after too many different origins, sends the page unchanged. The
 * preview's language is the address's `lang`, else that of `accept-language`. Browsers revalidate the page.
 */
export function startPage(
  html: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const pages = new Map<string, Partial<Record<Language, StartPage>>>();
  const unchanged = makePage(html);

  function pageOf(request: FastifyRequest): StartPage {
    const origin = originOf(request);
    const language = readerLanguage(request);
    const known = pages.get(origin) ?? {};
    if (!pages.has(origin) && pages.size >= mostOrigins) return unchanged;
    pages.set(origin, known);
    known[language] ??= makePage(withLanguage(withOrigin(html, origin), language));
    return known[language];
  }

  return async (request, reply) => {
    const page = pageOf(request);
    reply.headers({ etag: page.etag, vary: 'accept-encoding, accept-language', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();

    reply.type('text/html; charset=utf-8');
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const small = takesBrotli && (await page.brotli);
    return small ? reply.header('content-encoding', 'br').send(small) : reply.send(page.html);
  };
}

function readerLanguage({ url, headers }: FastifyRequest): Language {
  const asked = new URLSearchParams(url.split('?')[1]).get('lang');
  return languageOf(asked ?? headers['accept-language']);
}

/** Translates the link preview. The built page already has the default language. */
function withLanguage(html: string, language: Language): string {
  if (language === defaultLanguage) return html;
  return Object.entries(previewTexts).reduce(
    (page, [property, key]) =>
      page.replace(
        new RegExp(`(<meta property="${property}" content=")[^"]*`),
        (_, start) => start + sentenceIn(language, key),
      ),
    html,
  );
}

/** Compresses each page once, on another thread; the first requests wait about 100 ms for the result. */
function makePage(text: string): StartPage {
  const html = Buffer.from(text);
  // A weak ETag, because the compressed and the plain page share it.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, brotli: compress(html).catch(() => null), etag };
}

function withOrigin(html: string, origin: string): string {
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + origin);
}
