import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildNode, parse } from 'postcss';

/**
 * Inlines a page's style sheets. If `markup` is given, the rules that it needs precede it, and all other rules are at
 * the end of the page. The disabled `link` elements stay, because the loader of later screens uses them to see which
 * files are loaded.
 */
export async function withInlineStyles(
  html: string,
  base: string,
  folder: string,
  markup?: string,
): Promise<string> {
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)];
  let page = html;
  for (const [link, address = ''] of links) {
    const css = (await readFile(join(folder, address.slice(base.length)), 'utf8')).trim();
    const { first, later } = markup === undefined ? { first: css, later: '' } : partStyles(css, markup);
    page = page.replace(link, () => `<style>${first}</style>${link.replace('<link', '<link disabled')}`);
    if (later) page = page.replace('</body>', () => `<style>${later}</style>\n  </body>`);
  }
  return page;
}

/** Returns the rules of a screen's style sheets that its markup uses. */
export async function stylesFor(markup: string, files: string[], folder: string): Promise<string> {
  const sheets = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  return sheets.map(css => partStyles(css, markup).first).join('');
}

/** Separates the rules that the markup uses from rules for later content. */
function partStyles(css: string, markup: string): { first: string; later: string } {
  const isFirst = (node: ChildNode) => {
    if (node.type === 'atrule' && node.name === 'keyframes') return false;
    const classes = [...node.toString().matchAll(/\.([a-z_][\w-]*)/gi)];
    return classes.length === 0 || classes.some(([, name = '']) => markup.includes(name));
  };
  const { nodes } = parse(css);
  const joined = (list: ChildNode[]) => list.map(String).join('');
  return { first: joined(nodes.filter(isFirst)), later: joined(nodes.filter(node => !isFirst(node))) };
}
