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
import { hasFeature } from '../account/has-feature.ts';
import { makePublic } from './make-public.ts';
import { publicCard } from './offer-card.ts';
import { savePic } from './save-pic.ts';

/** What the screen has to show at the end: the host's own menu, or the picture in full for a long press; 'failed': it may be gone. */
export type ShareEnd = 'menu' | 'long-press' | 'done' | 'failed';

/** The template of a pic: its id as the API writes it, undefined while it is not known. */
interface SharedTemplate {
  title: string;
  templateId: unknown;
}

/** What is told of the job of a pic: the title is that of its template. */
interface SharedJob extends SharedTemplate {
  generateId: string;
}

/**
 * Asks how a pic goes to other people: the picture itself, or a link to its public page. Where no such pages are, it is the
 * picture. Of the job, the title is empty while it is not known.
 */
export async function sharePic(pic: Pic, job: SharedJob): Promise<ShareEnd> {
  // It comes while the user chooses: a browser opens its share sheet only right after a press.
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

/** A host without a share sheet saves the picture, and the user sends it from there. */
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
    const choice = await ask({
      title: 'pic.share.ready',
      choices: [{ value: 'send', label: 'pic.share.send', kind: 'primary' }],
    });
    if (choice === null) return 'done';
    if ((await open()) === 'late') toast('pic.share.failed');
    else noteStep('shared', templateId);
  } catch (error) {
    if (error instanceof Cancelled) return 'done';
    // The phone's own words have been shown; else it may still be saved.
    return error instanceof BridgeError ? 'failed' : savedToSend(pic, templateId);
  }
  return 'done';
}

async function savedToSend(pic: Pic, templateId: unknown): Promise<ShareEnd> {
  const end = await savePic(pic);
  if (end === 'saved') noteStep('saved', templateId);
  return end === 'saved' ? 'done' : end;
}

/** There is a link only to what the user has made public; else they are asked first. */
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

/**
 * Copies the link to a public picture, unless `copied` says that it is; where the host's own menu sends it too, the screen
 * points at that.
 */
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

/** Copies at once, or by another press where the last one is too long ago; without a clipboard the user copies it by hand. */
async function copyLink(link: string, copied: Promise<boolean>): Promise<boolean> {
  if (await inTime(copied).catch(() => false)) {
    toast('pic.share.copied');
    return true;
  }
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

/** Copies the link to a page that is still on its way: browsers copy only by a press, but wait for what they are given in it. */
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
