import { formatDay } from '../i18n/format.ts';
import type { Language, LanguageFile } from '../i18n/languages.ts';
import type { LegalDocument } from '../i18n/legal-document.ts';
import { useText } from '../i18n/use-text.ts';
import { leavePage } from '../platform/leave-page.ts';
import { goBack } from '../platform/navigation.ts';
import { Link } from '../ui/link.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoad } from '../ui/use-load.ts';
import styles from './legal-text.module.css';
import { LoadFailed } from './load-failed.tsx';

interface LegalTextProps {
  title: string;
  /** Downloads the text of one language. */
  load: (language: Language) => Promise<LanguageFile<'privacy' | 'term'>>;
}

/** A legal text in the user's language, downloaded when it is opened. */
export function LegalText({ title, load }: LegalTextProps) {
  const { text, language } = useText();
  const [loaded, reload] = useLoad(() => load(language), language);

  return (
    <>
      <NavBar title={title} backLabel={text('back')} onBack={goBack} />
      {loaded.data && <Body document={loaded.data.document} />}
      {!loaded.data && loaded.status === 'loading' && <TextSkeleton />}
      {!loaded.data && loaded.status === 'failed' && <LoadFailed onRetry={reload} />}
    </>
  );
}

function Body({ document: { updated, intro, sections } }: { document: LegalDocument }) {
  const { text } = useText();
  const support = import.meta.env.VITE_SUPPORT_URL;
  return (
    <article className={styles.body}>
      <p className={styles.updated}>
        {text('legal.updated', { day: formatDay(Date.parse(updated) / 1000) })}
      </p>
      <p>{intro}</p>
      {sections.map(section => (
        <section key={section.title} className={styles.section}>
          <h2 className={styles.heading}>{section.title}</h2>
          {section.paragraphs.map(paragraph =>
            typeof paragraph === 'string' ? (
              <p key={paragraph}>{paragraph}</p>
            ) : (
              <ul key={paragraph[0]} className={styles.list}>
                {paragraph.map(point => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
      {support && (
        <Link className={styles.support} href={support} onOpen={() => leavePage(support)}>
          {text('setting.support')}
        </Link>
      )}
    </article>
  );
}

/** Widths of the lines that stand in for a paragraph. */
const lines = ['100%', '96%', '88%', '98%', '92%', '60%'];

function TextSkeleton() {
  return (
    <div className={styles.body} aria-busy="true">
      {lines.map(width => (
        <Skeleton key={width} width={width} height="18px" />
      ))}
    </div>
  );
}
