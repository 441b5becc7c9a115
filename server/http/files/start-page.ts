import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, type Language, languageOf, languages } from '../../languages/languages.ts';
import { sentenceIn } from '../../languages/sentence.ts';
import { originOf } from '../origin.ts';

interface CompressedText {
  text: Buffer;
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
  const pages = new Map<string, Map<string, CompressedText>>();
  const unchanged = compressText(html);

  function pageOf(request: FastifyRequest): CompressedText {
    const origin = originOf(request);
    const asked = linkLanguage(request);
    const language = asked ?? languageOf(request.headers['accept-language']);
    const known = pages.get(origin) ?? new Map<string, CompressedText>();
    if (!pages.has(origin) && pages.size >= mostOrigins) return unchanged;
    pages.set(origin, known);
    const variant = `${language} ${asked}`;
    const page = known.get(variant) ?? compressText(withLanguage(withOrigin(html, origin), language, asked));
    known.set(variant, page);
    return page;
  }

  return async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language');
    return sendText(pageOf(request), request, reply);
  };
}

/** Sends a script that browsers revalidate. */
export function startScript(
  code: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const script = compressText(code);
  return async (request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('vary', 'accept-encoding');
    return sendText(script, request, reply);
  };
}

async function sendText(
  { text, brotli, etag }: CompressedText,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).removeHeader('content-type').send();
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const small = takesBrotli && (await brotli);
  return small ? reply.header('content-encoding', 'br').send(small) : reply.send(text);
}

/** The language that the address names; null if it names none. */
function linkLanguage({ url }: FastifyRequest): Language | null {
  const asked = new URLSearchParams(url.split('?')[1]).get('lang');
  return asked === null ? null : languageOf(asked);
}

/**
 * Translates the link preview, and the page itself if the address names the language. A phone's own language does not
 * count for the page, because the app starts in the default language. The built page already has that language.
 */
function withLanguage(html: string, language: Language, asked: Language | null): string {
  if (language === defaultLanguage) return html;
  const preview = Object.entries(previewTexts).reduce(
    (page, [property, key]) =>
      page.replace(
        new RegExp(`(<meta property="${property}" content=")[^"]*`),
        (_, start) => start + sentenceIn(language, key),
      ),
    html,
  );
  return asked === null ? preview : withPageLanguage(preview, language);
}

function withPageLanguage(html: string, language: Language): string {
  const { code, lang } = languages.find(entry => entry.code === language) ?? languages[0];
  return html
    .replace(/(<html lang=")[^"]*/, (_, start) => start + lang)
    .replace(/(<title>)[^<]*/, (_, start) => start + sentenceIn(language, 'preview.title'))
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start) => start + sentenceIn(language, 'preview.text'),
    )
    .replace(/(<link rel="manifest" href="[^"]*manifest\.)\w+/, (_, start) => start + code);
}

/** Compresses each text once, on another thread; the first requests wait about 100 ms for the result. */
function compressText(content: string): CompressedText {
  const text = Buffer.from(content);
  // A weak ETag, because the compressed and the plain text share it.
  return { text, brotli: compress(text).catch(() => null), etag: `W/"${hashOf(content)}"` };
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

function withOrigin(html: string, origin: string): string {
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + origin);
}
