import type { BrowserContext, Route } from '@playwright/test';
import extras from '../../../src/i18n/en.extras.json' with { type: 'json' };
import first from '../../../src/i18n/en.json' with { type: 'json' };
import privacy from '../../../src/i18n/en.privacy.json' with { type: 'json' };
import screens from '../../../src/i18n/en.screens.json' with { type: 'json' };
import term from '../../../src/i18n/en.term.json' with { type: 'json' };

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = [...'ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'];

/** English with accented letters, 40 % longer; placeholders in braces stay. */
export function pseudo(text: string): string {
  const letters = text.replace(/\{[\w-]+\}|[A-Za-z]/g, found =>
    found.length > 1 ? found : (accented[plain.indexOf(found)] ?? found),
  );
  const padding = '···· '.repeat(Math.ceil((text.length * 0.4) / 5)).trim();
  return `[${letters} ${padding}]`;
}

/** Keys of the API whose values are texts for users. */
const sentences = new Set(['title', 'reason', 'message', 'name', 'description']);

/** Puts all texts of a value into the pseudo-language; with `keys`, only those under one of the keys. */
function translated(value: unknown, keys?: Set<string>, key = ''): unknown {
  if (typeof value === 'string') return value !== '' && (!keys || keys.has(key)) ? pseudo(value) : value;
  if (Array.isArray(value)) return value.map(item => translated(item, keys, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, translated(inner, keys, name)]),
  );
}

/** Drops the `_one` forms, which Chinese does not have. */
const otherForms = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).filter(([key]) => !key.endsWith('_one')));

const script = (route: Route, value: unknown) =>
  route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(value)}` });

/**
 * Replaces Chinese by the pseudo-language: the app's words, the legal texts, the list of apps and the API's texts.
 * Removes the Chinese that was rendered into Home and make-pic at build time.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('tyy.language', 'zh'));
  await context.route(/\/assets\/zh-[\w-]+\.js$/, route => script(route, translated(otherForms(first))));
  await context.route(/\/assets\/zh\.screens-[\w-]+\.js$/, route =>
    script(route, translated(otherForms(screens))),
  );
  await context.route(/\/assets\/zh\.extras-[\w-]+\.js$/, route =>
    script(route, translated(otherForms(extras))),
  );
  for (const [name, { updated, ...said }] of Object.entries({ privacy, term }))
    await context.route(new RegExp(`/assets/zh\\.${name}-[\\w-]+\\.js$`), route =>
      script(route, { ...(translated(said) as object), updated }),
    );
  await context.route('**/tyy/apps.json', async route => {
    const apps: Record<string, Record<string, string>>[] = await (await route.fetch()).json();
    const inPseudo = (texts: Record<string, string> = {}) => ({ ...texts, zh: pseudo(texts.en ?? '') });
    const json = apps.map(app => ({
      ...app,
      name: inPseudo(app.name),
      description: inPseudo(app.description),
    }));
    await route.fulfill({ json });
  });
  await context.route(/\/tyy\/(make-pic)?(\?|$)/, async route => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ url: new URL('/tyy/frame.html', route.request().url()).href });
    const page = (await response.text()).replace(/<template data-screen.*?<\/template>/gs, '');
    return route.fulfill({ response, body: page });
  });
  await context.route('**/v1/**', async route => {
    const headers = { ...route.request().headers(), 'user-language': 'en' };
    const response = await route.fetch({ headers });
    // The user's name stays as it is.
    const keys = route.request().url().includes('getUserInfo') ? new Set(['message']) : sentences;
    await route.fulfill({ response, json: translated(await response.json(), keys) });
  });
}
