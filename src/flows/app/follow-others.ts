import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { onSignOut } from '../../platform/sign-outs.ts';
import { overlay } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';

/** Text nodes that a translator has replaced, each with the `<font>` behind it and the words that it had. */
const translations = new WeakMap<Node, { font: ChildNode; words: string }>();

const isOf = (font: Node, text: Node | null) => translations.get(text!)?.font === font;

/** Follows what others do to the page: a translator, and a tab that signs the user out, which also clears the draft. */
export function followOthers(): void {
  followTranslation(document.body);
  onSignOut(async () => {
    if (!session.token) return;
    overlay.question?.settle(null);
    // Leave before the screen is rendered without the user's data.
    go(paths.home, { replace: true });
    // This file comes with every first visit, and what it needs then would come with it.
    (await import('../account/forget-user.ts')).forgetUser();
  });
}

/**
 * Keeps a page current that Chrome has translated. Chrome puts a `<font>` in the place of each text node, and Preact would go on
 * writing to the nodes that were taken out: a price or a count would stay as it was. Each text node therefore comes back,
 * empty, before its translation; when the app writes to it or removes it, the translation goes.
 */
function followTranslation(root: Node): void {
  const observer = new MutationObserver(changes => {
    for (const change of changes) follow(change);
    // Its own changes.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}

function follow({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  // A sentence may have been translated as a whole into the first of its texts.
  if (translations.has(target)) endTranslations(target.parentNode, target);
  for (const node of removedNodes) {
    if (node.parentNode) continue;
    const known = translations.get(node);
    if (known) known.font.remove();
    else if (isOf(node, previousSibling)) endTranslations(target);
    else if (node instanceof Text)
      for (const font of [...addedNodes, previousSibling, nextSibling])
        if (font?.nodeName === 'FONT' && font.parentNode === target && !isOf(font, font.previousSibling)) {
          translations.set(node, { font: font as ChildNode, words: node.data });
          node.data = '';
          (font as ChildNode).before(node);
          break;
        }
  }
}

/** Shows the app's own words in an element again; `written` is the text that the app has just written. */
function endTranslations(parent: Node | null, written?: Node): void {
  for (const text of [...(parent?.childNodes ?? [])] as Text[]) {
    const known = translations.get(text);
    if (!known) continue;
    translations.delete(text);
    known.font.remove();
    if (text !== written) text.data = text.data || known.words;
  }
}
