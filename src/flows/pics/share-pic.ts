import type { Pic } from '../../api/jobs.ts';
import { getPublicPics, type PublicPic } from '../../api/public-pics.ts';
import { loadExtraWords } from '../../i18n/extra-words.ts';
import { text } from '../../i18n/i18n.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import type { HandOver } from '../../platform/bridge/bridge-type.ts';
import { Cancelled } from '../../platform/cancelled.ts';
import { inTime } from '../../platform/in-time.ts';
import { noteStep } from '../../platform/steps.ts';
import { ask, toast, withLoading } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { hasFeature } from '../account/has-feature.ts';
import { makePublic } from './make-public.ts';
import { publicCard } from './offer-card.ts';
import { savePic } from './save-pic.ts';

/**
 * Result of sharing. 'menu': the screen must point at the host's menu. 'long-press': the screen must show the picture
 * large. 'failed': the picture may be gone.
 */
export type ShareEnd = 'menu' | 'long-press' | 'done' | 'failed';

/** `templateId` is the id as the API sent it; undefined if unknown. */
interface SharedTemplate {
  title: string;
  templateId: unknown;
}

interface SharedJob extends SharedTemplate {
  generateId: string;
}

/** Lets the user share the picture or, if the API has public pages, a link to its page. */
export async function sharePic(pic: Pic, job: SharedJob): Promise<ShareEnd> {
  // Prepare the share sheet while the user chooses, because browsers open it only right after a tap.
  const handOver = bridge.openShare({
    title: text('app.name'),
    text: text('pic.share.text'),
    url: '',
    image: pic.picUrl,
  });
  handOver?.catch(() => undefined);
  const { id } = pic;
  if (id === null || !(await hasFeature('share-card'))) return sendPicture(pic, job, handOver);
  const pages = getPublicPics(job.generateId);
  pages.catch(() => undefined);
  const choice = await ask({
    title: 'pic.share',
    choices: [
      { value: 'picture', label: handOver ? 'pic.share.send' : 'pic.share.save', kind: 'primary' },
      { value: 'link', label: 'pic.share.link', kind: 'quiet' },
    ],
  });
  if (choice === null) return 'done';
  return choice === 'picture' ? sendPicture(pic, job, handOver) : sendLinkTo(String(id), job, pages);
}

/** Shares the picture. In a host without a share sheet, saves it, so that the user can send it from the album. */
async function sendPicture(
  pic: Pic,
  { templateId }: SharedJob,
  handOver: Promise<HandOver> | null,
): Promise<ShareEnd> {
  if (!handOver) return savedToSend(pic, templateId);
  try {
    const open = await withLoading('pic.share.loading', () => handOver);
    if ((await open()) === 'shared') {
      noteStep('shared', templateId);
      return 'done';
    }
    if (!(await userAgrees({ title: 'pic.share.ready' }, 'pic.share.send'))) return 'done';
    if ((await open()) === 'late') toast('pic.share.failed');
    else noteStep('shared', templateId);
  } catch (error) {
    if (error instanceof Cancelled) return 'done';
    // After a `BridgeError` the phone has shown its own message. After any other error, saving may still work.
    return error instanceof BridgeError ? 'failed' : savedToSend(pic, templateId);
  }
  return 'done';
}

async function savedToSend(pic: Pic, templateId: unknown): Promise<ShareEnd> {
  const end = await savePic(pic);
  if (end === 'saved') noteStep('saved', templateId);
  return end === 'saved' ? 'done' : end;
}

/** Shares a link to the picture's public page. If the picture is not public yet, first asks to make it public. */
async function sendLinkTo(
  picId: string,
  { generateId, ...template }: SharedJob,
  pages: Promise<PublicPic[]>,
): Promise<ShareEnd> {
  const known = pages.then(known => known.find(page => page.picId === picId));
  let copied = copiesOnceThere(known);
  const onMaking = (made: Promise<PublicPic>) => {
    copied = copiesOnceThere(made);
  };
  try {
    const [before] = await withLoading('loading', () => Promise.all([known, loadExtraWords()]));
    const page = before ?? (await makePublic(generateId, picId, onMaking));
    if (page === 'not-wanted') return 'done';
    if (page !== 'failed' && page.isHidden) {
      await ask({ title: 'pic.share.link', text: 'share-card.hidden', choices: [] });
      return 'done';
    }
    return page === 'failed' ? page : await sendLink(page, template, copied);
  } catch (error) {
    if (error instanceof Cancelled) return 'done';
    toast(navigator.onLine ? 'error.load' : 'offline');
    return 'failed';
  }
}

/** Copies the link unless `copied` resolves with true. After 'menu', the screen must point at the host's menu. */
export async function sendLink(
  page: PublicPic,
  { title, templateId }: SharedTemplate,
  copied = Promise.resolve(false),
): Promise<ShareEnd> {
  if (!(await copyLink(page.pageUrl, copied))) return 'done';
  noteStep('shared', templateId);
  if (!bridge.setShareCard) return 'done';
  return bridge.setShareCard(publicCard(page, title)).then(
    () => 'menu',
    () => 'done',
  );
}

/**
 * Copies a link unless `copied` has done so. If the browser wants a newer tap, asks for one; without a clipboard, shows
 * the link. Returns true if the link was copied.
 */
async function copyLink(link: string, copied: Promise<boolean>): Promise<boolean> {
  if (await inTime(copied).catch(() => false)) {
    toast('pic.share.copied');
    return true;
  }
  if (await copies(link)) return true;
  if (navigator.clipboard) {
    const question = { title: 'pic.share.link-ready', text: { text: link } } as const;
    if (!(await userAgrees(question, 'pic.share.copy'))) return false;
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

/**
 * Copies the link of a page that is still being created. The copy begins during the tap, with a promise of the link,
 * because browsers refuse it later.
 */
async function copiesOnceThere(page: Promise<PublicPic | undefined>): Promise<boolean> {
  const link = page.then(there => {
    if (!there || there.isHidden) throw new Cancelled();
    return new Blob([there.pageUrl], { type: 'text/plain' });
  });
  link.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': link })]);
    return true;
  } catch {
    return false;
  }
}
