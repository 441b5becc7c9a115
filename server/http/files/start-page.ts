import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, type Language, languageOf } from '../../languages/languages.ts';
import { sentenceIn } from '../../languages/sentence.ts';
import { originOf } from '../origin.ts';

interface StartPage {
  html: Buffer;
  /** Null where it could not be compressed. */
  brotli: Promise<Buffer | null>;
  etag: string;
}

const compress = promisify(brotliCompress);

/** Origins that get pages of their own, one in each language: the names of one machine. More can only be made up. */
const mostOrigins = 8;

/** What other apps show of a link, and what it says. */
const previewTexts = {
  'og:title': 'preview.title',
  'og:description': 'preview.text',
  'og:site_name': 'preview.title',
  'og:image:alt': 'preview.picture',
} as const;

/**
 * Sends a page with the addresses for link previews made absolute, since other apps do not complete them: they lead to
 * PUBLIC_URL or, where that is not set, to the origin of the request, for the first few origins. Previews speak the reader's
 * language: that of `lang` in the address, else of `accept-language`. Browsers revalidate the page.
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

/** The page says it in the default language already. */
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

/** Compresses on another thread, once; the first requests wait for it, some 100 ms. */
function makePage(text: string): StartPage {
  const html = Buffer.from(text);
  // The same content in two encodings: a weak tag.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, brotli: compress(html).catch(() => null), etag };
}

function withOrigin(html: string, origin: string): string {
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + origin);
}
