import { paths } from '../../paths.ts';
import { go } from '../../platform/navigation.ts';
import { onSignOut } from '../../platform/sign-outs.ts';
import { overlay } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';

/** Text nodes that a translator replaced, with the `<font>` after each and its original text. */
const translations = new WeakMap<Node, { font: ChildNode; words: string }>();

const isOf = (font: Node, text: Node | null) => translations.get(text!)?.font === font;

/** Reacts to a translator that changes the page, and to a tab that signs the user out (and clears the draft). */
export function followOthers(): void {
  followTranslation(document.body);
  onSignOut(async () => {
    if (!session.token) return;
    overlay.question?.settle(null);
    // Navigate before the screen renders without the user's data.
    go(paths.home, { replace: true });
    // Imported late: this file is part of every first visit.
    (await import('../account/forget-user.ts')).forgetUser();
  });
}

/**
 * Keeps a page that Chrome has translated up to date. Chrome replaces each text node by a `<font>`, while Preact keeps
 * writing to the removed node: a price or a count would never change. So each text node is put back, empty, before its
 * translation; if the app writes to it or removes it, the translation is removed.
 */
function followTranslation(root: Node): void {
  const observer = new MutationObserver(changes => {
    for (const change of changes) follow(change);
    // Drop the records of its own changes.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}

function follow({ target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  // Chrome may have put the translation of a whole sentence into the first of its text nodes.
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

/** Restores the original texts in an element; `written` is the text that the app just wrote. */
function endTranslations(parent: Node | null, written?: Node): void {
  for (const text of [...(parent?.childNodes ?? [])] as Text[]) {
    const known = translations.get(text);
    if (!known) continue;
    translations.delete(text);
    known.font.remove();
    if (text !== written) text.data = text.data || known.words;
  }
}
