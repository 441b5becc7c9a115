import type { Pic } from '../api/jobs.ts';
import { getPublicPics, type PublicPic } from '../api/public-pics.ts';
import { loadExtraWords } from '../i18n/extra-words.ts';
import { text } from '../i18n/i18n.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { BridgeError } from '../platform/bridge/bridge-error.ts';
import type { HandOver } from '../platform/bridge/bridge-type.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { hasFeature } from './has-feature.ts';
import { makePublic } from './make-public.ts';
import { publicCard } from './offer-card.ts';
import { savePic } from './save-pic.ts';

/** What the screen has to show at the end: the host's own menu, or the picture in full for a long press; 'failed': it may be gone. */
export type ShareEnd = 'menu' | 'long-press' | 'done' | 'failed';

/**
 * Asks how a pic goes to other people: the picture itself, or a link to its public page. Where no such pages are, it is the
 * picture. `generateId` is null while its job is not known.
 */
export async function sharePic(pic: Pic, generateId: string | null): Promise<ShareEnd> {
  // It comes while the user chooses: a browser opens its share sheet only right after a press.
  const handOver = bridge.openShare({
    title: text('app.name'),
    text: text('pic.share.text'),
    url: '',
    image: pic.picUrl,
  });
  handOver?.catch(() => undefined);
  const { id } = pic;
  if (generateId === null || id === null || !(await hasFeature('share-card')))
    return sendPicture(pic, handOver);
  const pages = getPublicPics(generateId);
  pages.catch(() => undefined);
  const choice = await ask({
    title: 'pic.share',
    choices: [
      { value: 'picture', label: handOver ? 'pic.share.send' : 'pic.share.save', kind: 'primary' },
      { value: 'link', label: 'pic.share.link', kind: 'quiet' },
    ],
  });
  if (choice === null) return 'done';
  return choice === 'picture' ? sendPicture(pic, handOver) : sendLinkTo(String(id), generateId, pages);
}

/** A host without a share sheet saves the picture, and the user sends it from there. */
async function sendPicture(pic: Pic, handOver: Promise<HandOver> | null): Promise<ShareEnd> {
  if (!handOver) return savedToSend(pic);
  try {
    const open = await withLoading('pic.share.loading', () => handOver);
    if ((await open()) === 'shared') return 'done';
    const choice = await ask({
      title: 'pic.share.ready',
      choices: [{ value: 'send', label: 'pic.share.send', kind: 'primary' }],
    });
    if (choice && (await open()) === 'late') toast('pic.share.failed');
  } catch (error) {
    if (error instanceof Cancelled) return 'done';
    // The phone's own words have been shown; else it may still be saved.
    return error instanceof BridgeError ? 'failed' : savedToSend(pic);
  }
  return 'done';
}

async function savedToSend(pic: Pic): Promise<ShareEnd> {
  const end = await savePic(pic);
  return end === 'saved' ? 'done' : end;
}

/** There is a link only to what the user has made public; else they are asked first. */
async function sendLinkTo(picId: string, generateId: string, pages: Promise<PublicPic[]>): Promise<ShareEnd> {
  try {
    const [known] = await withLoading('loading', () => Promise.all([pages, loadExtraWords()]));
    const page = known.find(page => page.picId === picId) ?? (await makePublic(generateId, picId));
    if (page === 'not-wanted') return 'done';
    return page === 'failed' ? page : await sendLink(page);
  } catch (error) {
    if (error instanceof Cancelled) return 'done';
    toast(navigator.onLine ? 'error.load' : 'offline');
    return 'failed';
  }
}

/** Copies the link to a public picture; where the host's own menu sends it too, the screen points at that. */
export async function sendLink(page: PublicPic): Promise<ShareEnd> {
  if (!(await copyLink(page.pageUrl)) || !bridge.setShareCard) return 'done';
  return bridge.setShareCard(publicCard(page)).then(
    () => 'menu',
    () => 'done',
  );
}

/** Copies at once, or by another press where the last one is too long ago; without a clipboard the user copies it by hand. */
async function copyLink(link: string): Promise<boolean> {
  if (await copies(link)) return true;
  if (navigator.clipboard) {
    const choice = await ask({
      title: 'pic.share.link-ready',
      text: { text: link },
      choices: [{ value: 'copy', label: 'pic.share.copy', kind: 'primary' }],
    });
    if (choice === null) return false;
    if (await copies(link)) return true;
  }
  await ask({ title: 'pic.share.by-hand', text: { text: link }, choices: [] });
  return false;
}

async function copies(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    toast('pic.share.copied');
    return true;
  } catch {
    return false;
  }
}
