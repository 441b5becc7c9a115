import { getKnownJobs } from '../flows/known-lists.ts';
import { useText } from '../i18n/use-text.ts';
import { paths, picPath } from '../paths.ts';
import { useLoad } from '../ui/use-load.ts';
import { PicStrip } from './pic-strip.tsx';

/** So many are shown. */
const most = 8;

/** The user's latest sets of pictures, each by its first one; nothing where there are none. */
export default function LatestPics() {
  const { text, language } = useText();
  const [jobs] = useLoad(() => getKnownJobs(1), language);
  const done = (jobs.data ?? []).filter(({ status }) => status === 'done').slice(0, most);
  return (
    <PicStrip
      title={text('home.latest')}
      items={done.map(({ generateId, trainId, title, coverUrl, createTime }) => ({
        key: `${trainId} ${generateId} ${createTime}`,
        path: picPath(generateId || trainId),
        title,
        picUrl: coverUrl,
        colour: null,
      }))}
      more={{ label: text('home.all'), path: paths.picList }}
    />
  );
}
