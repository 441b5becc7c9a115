import { linkTo } from '../platform/navigation.ts';
import heading from '../ui/heading.module.css';
import { LazyImage } from '../ui/lazy-image.tsx';
import { Link } from '../ui/link.tsx';
import { useSeen } from '../ui/list/use-seen.ts';
import link from '../ui/text-link.module.css';
import styles from './pic-strip.module.css';

interface PicStripProps {
  title: string;
  items: { key: string; path: string; title: string; picUrl: string; colour: string | null }[];
  more?: { label: string; path: string };
}

/** Shows a row of linked pictures; renders nothing if there are none. */
export const PicStrip = (props: PicStripProps) => props.items.length > 0 && <Strip {...props} />;

/** Loads the pictures only when visible. Native lazy loading starts far ahead, but few visitors scroll here. */
function Strip({ title, items, more }: PicStripProps) {
  const [list, isSeen] = useSeen<HTMLUListElement>();
  return (
    <section>
      <div className={styles.head}>
        <h2 className={heading.section}>{title}</h2>
        {more && (
          <Link {...linkTo(more.path)} className={link.link}>
            {more.label}
          </Link>
        )}
      </div>
      <ul ref={list} className={styles.strip}>
        {items.map(({ key, path, title, picUrl, colour }) => (
          <li key={key}>
            <Link {...linkTo(path)} className={styles.sample}>
              <LazyImage src={isSeen ? picUrl : undefined} alt="" aspectRatio={3 / 4} colour={colour} />
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
