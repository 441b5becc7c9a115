import { createHmac, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import Value from 'typebox/value';
import { ReportReason } from '../contract/share-cards.ts';
import { type DbAndClock, deleteOld } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { addressOf, callerOf } from '../http/caller.ts';
import { bounds } from '../http/limits/limiters.ts';
import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import { type ApiApp, serveCall } from '../http/serve-call.ts';
import {
  type Language,
  languageOf,
  type SentenceKey,
  sentenceIn,
  type Translations,
} from '../languages/languages.ts';

import { findPicOfCard, unlisted } from '../share-cards/routes.ts';

export async function reportRoutes(app: FastifyInstance, parts: ReportParts): Promise<void> {
  serveCall(app, 'reportPic', async request => {
    const userId = callerOf(request);
    const { pic_id: picId, generate_id, reason, words = '' } = request.body;
    await parts.db.query
      .selectFrom('pics')
      .select('pic_id')
      .where('pic_id', '=', picId)
      .where('generate_id', '=', generate_id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(notFound);
    return { receipt: await reportPicture(parts, { picId, caller: `user ${userId}`, reason, words }) };
  });
}

/** Pages on which anyone can report a public picture, without an account and without JavaScript. */
export async function reportPages(app: ApiApp, parts: ReportParts): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get<{ Params: { id: string } }>('/share/:id/report', async (request, reply) => {
    const found = await findPicOfCard(parts.db, request.params.id);
    return send(request, reply, found ? { state: 'asked' } : { state: 'gone' });
  });

  app.post<{ Params: { id: string }; Body: Record<string, string> | null }>(
    '/share/:id/report',
    async (request, reply) => {
      const found = await findPicOfCard(parts.db, request.params.id);
      if (!found) return send(request, reply, { state: 'gone' });
      const { reason, words = '' } = request.body ?? {};
      // The database cannot store the NUL character.
      const isUsable = Value.Check(ReportReason, reason) && words.length <= 500 && !words.includes('\0');
      if (!isUsable) return send(request, reply, { state: 'asked' }, 400);
      try {
        const caller = `address ${addressOf(request)}`;
        const receipt = await reportPicture(parts, { picId: found.picId, caller, reason, words });
        return send(request, reply, { state: 'done', receipt });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return send(request, reply, { state: 'refused', text: error.text }, error.statusCode);
      }
    },
  );
}

function send(request: FastifyRequest, reply: FastifyReply, shown: Shown, status = 200) {
  const html = renderReportPage(languageOf(request.headers['accept-language']), shown);
  return reply
    .code(shown.state === 'gone' ? 404 : status)
    .headers(reportPageHeaders(html))
    .send(html);
}

const day = 24 * 60 * 60_000;

/** If `reportsToHide` is 0, reports never hide a picture automatically. */
interface ReportParts extends DbAndClock {
  config: { reportsToHide: number };
}

interface NewReport {
  picId: string;
  caller: string;
  reason: ReportReason;
  words: string;
}

/** Returns the receipt number. Hides the picture once enough callers have reported it. Throws 1005. */
async function reportPicture({ config, db, clock }: ReportParts, report: NewReport): Promise<string> {
  return db.query.transaction().execute(async tx => {
    const time = new Date(clock());
    const { picId: pic_id, reason, words } = report;
    const reporter = await reporterHash(tx, report.caller);
    const pic = await tx
      .selectFrom('pics')
      .select('review')
      .where('pic_id', '=', pic_id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    const earlier = await tx
      .selectFrom('reports')
      .select('report_id')
      .where('pic_id', '=', pic_id)
      .where('reporter', '=', reporter)
      .executeTakeFirst();
    if (earlier) return earlier.report_id;
    await refuseFlood(tx, reporter, time);
    const report_id = newReceipt();
    await tx.insertInto('reports').values({ report_id, pic_id, reporter, reason, words, time }).execute();
    if (
      pic.review === '' &&
      config.reportsToHide > 0 &&
      (await weightOf(tx, pic_id)) >= config.reportsToHide
    ) {
      await tx.updateTable('pics').set({ review: 'hidden' }).where('pic_id', '=', pic_id).execute();
    }
    return report_id;
  });
}

async function refuseFlood(tx: Tx, reporter: string, time: Date): Promise<void> {
  const { count } = await tx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reporter', '=', reporter)
    .where('time', '>', new Date(time.getTime() - day))
    .executeTakeFirstOrThrow();
  if (Number(count) >= bounds.reports.ofOne) throw new ApiError('tooManyRequests', 'error.last-report');
}

/** Sum of the open reports. Each counts 1, or less if earlier reports of its caller were rejected. */
async function weightOf(tx: Tx, picId: string): Promise<number> {
  const reporters = await tx
    .selectFrom('reports')
    .select(eb => [
      'reporter',
      eb
        .selectFrom('reports as earlier')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('earlier.reporter', '=', 'reports.reporter')
        .where('earlier.outcome', '=', 'kept')
        .as('wrong'),
    ])
    .where('pic_id', '=', picId)
    .where('outcome', '=', 'open')
    .execute();
  return reporters.reduce((sum, { wrong }) => sum + 1 / (1 + Number(wrong)), 0);
}

/** A keyed hash of the caller. It is anonymous without the key, which only the database has. */
async function reporterHash(tx: Tx, caller: string): Promise<string> {
  const { value } = await tx
    .selectFrom('hash_keys')
    .select('value')
    .where('name', '=', 'reporters')
    .executeTakeFirstOrThrow();
  return createHmac('sha256', value).update(caller).digest('base64url').slice(0, 22);
}

/** Twelve random digits in groups that are easy to read aloud, for example 4711-0815-1234. */
function newReceipt(): string {
  const figures = () => String(randomInt(10_000)).padStart(4, '0');
  return `${figures()}-${figures()}-${figures()}`;
}

/**
 * Closed reports are deleted this many days after they were made. Until then, a rejected one lowers the weight of its
 * reporter's other reports.
 */
const keptDays = 180;

export async function removeOldReports({ db, clock }: Omit<ReportParts, 'config'>): Promise<void> {
  const oldest = new Date(clock() - keptDays * day);
  await deleteOld(db.query, 'reports', sql`outcome != 'open' AND time < ${oldest}`);
}

/** Content of the page: the form, a receipt, a refusal, or that the picture does not exist. */
type Shown =
  | { state: 'asked' }
  | { state: 'done'; receipt: string }
  | { state: 'refused'; text: Translations }
  | { state: 'gone' };

const reasons = ['not-allowed', 'sexual', 'child', 'hateful', 'other'] as const;

const style = `body { place-items: center; }
main { display: grid; gap: 16px; width: 100%; max-width: 400px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; text-wrap: balance; }
p { margin: 0; color: var(--quiet); }
form, fieldset { display: grid; gap: 8px; }
form { gap: 16px; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 8px; color: var(--quiet); }
label { display: flex; gap: 12px; align-items: center; min-height: 44px; padding: 8px 16px; border-radius: 16px; background: var(--surface); }
label.words { display: grid; gap: 4px; padding: 0; background: none; color: var(--quiet); }
textarea { width: 100%; padding: 12px; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); color: var(--ink); font: inherit; }
button { min-height: 52px; padding: 8px 24px; border: 1px solid transparent; border-radius: 999px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
strong { color: var(--ink); font-variant-numeric: tabular-nums; }
`;

function renderReportPage(language: Language, shown: Shown): string {
  const say = (key: SentenceKey) => escapeHtml(sentenceIn(language, key));
  const body = `<main>
<h1>${say(shown.state === 'gone' ? 'share.gone' : 'report.title')}</h1>
${bodyOf(say, language, shown)}
</main>`;
  const title = sentenceIn(language, 'report.title');
  return renderHtml({ language, title, robots: 'noindex, nofollow', style, body });
}

function bodyOf(say: (key: SentenceKey) => string, language: Language, shown: Shown): string {
  if (shown.state === 'gone') return `<p>${say('share.gone-text')}</p>`;
  if (shown.state === 'refused') return `<p role="alert">${escapeHtml(shown.text[language])}</p>`;
  if (shown.state === 'done') {
    return `<p role="status">${say('report.done')}</p>
<p>${say('report.receipt')} <strong>${escapeHtml(shown.receipt)}</strong></p>`;
  }
  const choices = reasons.map(
    (reason, place) =>
      `<label><input type="radio" name="reason" value="${reason}"${place === 0 ? ' required' : ''}> ${say(`report.${reason}`)}</label>`,
  );
  return `<p>${say('report.text')}</p>
<form method="post">
<fieldset><legend>${say('report.why')}</legend>
${choices.join('\n')}
</fieldset>
<label class="words">${say('report.words')}<textarea name="words" rows="3" maxlength="500"></textarea></label>
<button>${say('report.send')}</button>
</form>`;
}

/** The page may only submit its form to its own origin and loads nothing. */
function reportPageHeaders(html: string): Record<string, string> {
  return {
    ...unlisted,
    // With "no-referrer", browsers would submit the form with the origin "null".
    'referrer-policy': 'same-origin',
    ...htmlHeaders(html, { 'form-action': ["'self'"] }),
  };
}
