import { escapeHtml, htmlHeaders, renderHtml } from '../http/render-html.ts';
import type { Language, SentenceKey, Translations } from '../languages/languages.ts';
import { sentenceIn } from '../languages/sentence.ts';
import { unlisted } from '../share-cards/share-page.ts';

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
button { min-height: 52px; padding: 8px 24px; border: 0; border-radius: 999px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
strong { color: var(--ink); font-variant-numeric: tabular-nums; }
`;

export function renderReportPage(language: Language, shown: Shown): string {
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
export function reportPageHeaders(html: string): Record<string, string> {
  return {
    ...unlisted,
    // With "no-referrer", browsers would submit the form with the origin "null".
    'referrer-policy': 'same-origin',
    ...htmlHeaders(html, { 'form-action': ["'self'"] }),
  };
}
