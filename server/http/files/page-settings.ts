const tag = /(?<=<script>appSettings=)[^<]*/;

/**
 * Writes settings into the page's script tag for the app's settings. Of the settings that the build wrote there, those
 * missing in `settings` stay. If the build's settings name another API, returns the page unchanged.
 */
export function withSettings(html: string, settings: object): string {
  const built: { apiBase?: string } = JSON.parse(tag.exec(html)?.[0] ?? '{}');
  if (built.apiBase) return html;
  const json = JSON.stringify({ ...built, ...settings }).replaceAll('<', '\\u003c');
  return html.replace(tag, () => json);
}

/** Gives each page in the service worker's list a revision. Otherwise phones would keep pages with old settings. */
export function withPageRevisions(worker: string, revisions: Record<string, string>): string {
  return worker.replace(/"revision":"\w+","url":"([\w.]+)"/g, (entry, name: string) =>
    revisions[name] === undefined ? entry : `"revision":"${revisions[name]}","url":"${name}"`,
  );
}
