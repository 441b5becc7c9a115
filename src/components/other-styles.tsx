import { useSnapshot } from 'valtio';
import { picOf } from '../api/template-pics.ts';
import { lastTemplates } from '../flows/wizard/load-templates.ts';
import { makePicPath } from '../flows/wizard/make-pic-path.ts';
import { linkTo } from '../platform/navigation.ts';
import { isSameId, type TemplateId } from '../state/is-same-id.ts';
import { tryOns } from '../state/try-ons.ts';
import heading from '../ui/heading.module.css';
import { LazyImage } from '../ui/lazy-image.tsx';
import { Link } from '../ui/link.tsx';
import { useLoad } from '../ui/use-load.ts';
import styles from './other-styles.module.css';

const most = 3;

interface OtherStylesProps {
  title: string;
  /** The template that is not shown. */
  templateId: TemplateId | null;
  /** If true, templates' samples are shown if there are no try-ons. */
  samples?: boolean;
}

/** Shows try-ons of other templates; renders nothing if there are none. */
export default function OtherStyles({ title, templateId, samples = false }: OtherStylesProps) {
  const { pictures } = useSnapshot(tryOns);
  const [known] = useLoad(lastTemplates);
  const templates = (known.data ?? []).filter(({ id }) => !isSameId(id, templateId));
  const ofUser = templates.filter(({ id }) => pictures[id] !== undefined);
  const others = (samples && ofUser.length === 0 ? templates : ofUser).slice(0, most);
  if (others.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="other-styles">
      <h2 id="other-styles" className={heading.part}>
        {title}
      </h2>
      <ul className={styles.others}>
        {others.map(({ id, title, picUrl }) => (
          <li key={id}>
            <Link {...linkTo(makePicPath(id))} className={styles.other}>
              <LazyImage src={pictures[id] ?? picOf({ id, picUrl })} alt="" aspectRatio={3 / 4} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
