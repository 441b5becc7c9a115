import type { OwnPic } from '../flows/pics/own-pics.ts';
import { PicStrip } from './pic-strip.tsx';

const most = 8;

interface OwnPicStripProps {
  title: string;
  pics: readonly OwnPic[];
  more?: { label: string; path: string };
}

/** Shows the user's first few pictures as links; renders nothing if there are none. */
export function OwnPicStrip({ title, pics, more }: OwnPicStripProps) {
  const items = pics
    .slice(0, most)
    .map(({ path, title, picUrl }) => ({ key: `${path} ${picUrl}`, path, title, picUrl, colour: null }));
  return <PicStrip title={title} items={items} {...(more && { more })} />;
}
