import { useSnapshot } from 'valtio';
import { lastTemplates } from '../../flows/wizard/load-templates.ts';
import { makePicPath } from '../../flows/wizard/make-pic-path.ts';
import { useText } from '../../i18n/use-text.ts';
import { linkTo } from '../../platform/navigation.ts';
import { isSameId } from '../../state/is-same-id.ts';
import type { TemplateId } from '../../state/template-id.ts';
import { tryOns } from '../../state/try-ons.ts';
import heading from '../../ui/heading.module.css';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { Link } from '../../ui/link.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './other-styles.module.css';

const most = 3;

/** Shows try-ons of other templates; renders nothing if there are none. */
export default function OtherStyles({ templateId }: { templateId: TemplateId | null }) {
  const { text } = useText();
  const { pictures } = useSnapshot(tryOns);
  const [known] = useLoad(lastTemplates);
  const others = (known.data ?? [])
    .filter(({ id }) => !isSameId(id, templateId) && pictures[id] !== undefined)
    .slice(0, most);
  if (others.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="other-styles">
      <h2 id="other-styles" className={heading.part}>
        {text('making.others')}
      </h2>
      <ul className={styles.others}>
        {others.map(({ id, title }) => (
          <li key={id}>
            <Link {...linkTo(makePicPath(id))} className={styles.other}>
              <LazyImage src={pictures[id]} alt="" aspectRatio={3 / 4} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
