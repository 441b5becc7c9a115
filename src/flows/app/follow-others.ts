import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { onSignOut } from '../../platform/sign-outs.ts';
import { overlay } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';

/** For each text node that a translator replaced: the `<font>` element after it, and the node's original text. */
const translations = new WeakMap<Node, { font: ChildNode; words: string }>();

const isOf = (font: Node, text: Node | null) => translations.get(text!)?.font === font;

/** Reacts to a translator that changes the page, and to a sign-out in another tab. */
export function followOthers(): void {
  followTranslation(document.body);
  onSignOut(async () => {
    if (!session.token) return;
    overlay.question?.settle(null);
    // Navigate before the screen renders without the user's data.
    go(paths.home, { replace: true });
    // Imported on demand to keep this file small, because every first visit loads it.
    (await import('../account/forget-user.ts')).forgetUser();
  });
}

/**
 * Keeps a page up to date after Chrome has translated it. Chrome replaces each text node with a `<font>`, but Preact
 * keeps writing to the removed node, so a price or a count would never change. This function puts each text node back,
 * empty, before its translation, and removes the translation if the app writes to the text node or removes it.
 */
function followTranslation(root: Node): void {
  const observer = new MutationObserver(changes => {
    for (const change of changes) follow(change);
    // Discards the records of changes that `follow` made itself.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}

function follow({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  // End all translations in the element, because Chrome may translate a whole sentence into its first text node.
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

/** Restores the original texts in an element. `written` is the text node that the app just wrote to. */
function endTranslations(parent: Node | null, written?: Node): void {
  for (const text of [...(parent?.childNodes ?? [])] as Text[]) {
    const known = translations.get(text);
    if (!known) continue;
    translations.delete(text);
    known.font.remove();
    if (text !== written) text.data = text.data || known.words;
  }
}
