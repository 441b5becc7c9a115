import { loadLegalFacts } from '../flows/account/load-legal-facts.ts';
import {
  buildLegalDocument,
  type LegalDocument,
  type LegalSection,
  type LegalWords,
} from '../i18n/build-legal-document.ts';
import { loadExtraWords } from '../i18n/extra-words.ts';
import { countryName, formatDay } from '../i18n/format.ts';
import type { Language } from '../i18n/languages.ts';
import type { LegalFacts } from '../i18n/legal-facts.ts';
import { serviceName } from '../i18n/service-names.ts';
import { useText } from '../i18n/use-text.ts';
import { leavePage } from '../platform/leave-page.ts';
import { goBack } from '../platform/navigation.ts';
import { Link } from '../ui/link.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import link from '../ui/text-link.module.css';
import { useLoad } from '../ui/use-load.ts';
import styles from './legal-text.module.css';
import { LoadFailed } from './load-failed.tsx';

interface LegalTextProps {
  title: string;
  /** Imports the legal text of one language. */
  load: (language: Language) => Promise<{ default: LegalWords }>;
}

/** Shows a legal text in the user's language, with this deployment's facts from the API. The text loads when opened. */
export function LegalText({ title, load }: LegalTextProps) {
  const { text, language } = useText();
  const [loaded, reload] = useLoad(async () => {
    const [facts, file] = await Promise.all([loadLegalFacts(), load(language), loadExtraWords()]);
    return {
      facts,
      document: buildLegalDocument(file.default, facts, { country: countryName, service: serviceName }),
    };
  }, language);

  return (
    <>
      <NavBar title={title} backLabel={text('back')} onBack={goBack} />
      {loaded.data && <Body {...loaded.data} />}
      {!loaded.data && loaded.status === 'loading' && <TextSkeleton />}
      {!loaded.data && loaded.status === 'failed' && <LoadFailed error={loaded.error} onRetry={reload} />}
    </>
  );
}

function Body({ facts, document }: { facts: LegalFacts; document: LegalDocument }) {
  const { text } = useText();
  const { updated, intro, sections } = document;
  const support = facts.contact || appSettings.supportUrl;
  // biome-ignore lint/complexity/useMathMinMax: these are dates as text.
  const since = facts.since > updated ? facts.since : updated;
  return (
    <article className={styles.body}>
      <p className={styles.updated}>{text('legal.updated', { day: formatDay(Date.parse(since) / 1000) })}</p>
      <p>{intro}</p>
      {sections.map(section => (
        <Section key={section.title} {...section} />
      ))}
      {support && (
        <Link className={`${link.link} ${styles.support}`} href={support} onOpen={() => leavePage(support)}>
          {text('setting.support')}
        </Link>
      )}
    </article>
  );
}

/** Shows a single point as a paragraph, and several points as a list. A section without points is hidden. */
function Section({ title, points }: LegalSection) {
  const said = Object.values(points).filter(point => point !== false);
  if (said.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {said.length === 1 ? (
        <p>{said[0]}</p>
      ) : (
        <ul className={styles.list}>
          {said.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const skeletonWidths = ['100%', '96%', '88%', '98%', '92%', '60%'];

function TextSkeleton() {
  return (
    <div className={styles.body} aria-busy="true">
      {skeletonWidths.map(width => (
        <Skeleton key={width} width={width} height="18px" />
      ))}
    </div>
  );
}
