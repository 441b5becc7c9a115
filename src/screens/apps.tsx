import { getApps, type RelatedApp } from '../api/apps.ts';
import { LoadFailed } from '../components/load-failed.tsx';
import { useText } from '../i18n/use-text.ts';
import { installedApps } from '../platform/installed-apps.ts';
import { leavePage } from '../platform/leave-page.ts';
import { goBack } from '../platform/navigation.ts';
import heading from '../ui/heading.module.css';
import { LazyImage } from '../ui/lazy-image.tsx';
import { Link } from '../ui/link.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import rows from '../ui/row.module.css';
import screen from '../ui/screen.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoad } from '../ui/use-load.ts';
import styles from './apps.module.css';

/** Lists our apps. Apps that the browser reports as installed on this phone are first. */
export default function Apps() {
  const { text } = useText();
  const [apps, reload] = useLoad(loadApps);
  const isEmpty = apps.data?.downloaded.length === 0 && apps.data.others.length === 0;

  return (
    <>
      <NavBar title={text('apps.title')} backLabel={text('back')} onBack={goBack} />
      <div className={screen.body}>
        {isEmpty && <p className={styles.empty}>{text('apps.none')}</p>}
        {apps.data && !isEmpty && (
          <>
            <AppList
              title={text('apps.downloaded')}
              apps={apps.data.downloaded}
              emptyText={text('apps.none-downloaded')}
            />
            <AppList
              title={text('apps.not-downloaded')}
              apps={apps.data.others}
              emptyText={text('apps.none-left')}
              withLink
            />
          </>
        )}
        {!apps.data && apps.status === 'loading' && (
          <div aria-busy="true">
            <Skeleton height="88px" />
          </div>
        )}
        {!apps.data && apps.status === 'failed' && <LoadFailed error={apps.error} onRetry={reload} />}
      </div>
    </>
  );
}

async function loadApps() {
  const [apps, installed] = await Promise.all([getApps(), installedApps()]);
  const isInstalled = ({ id, url }: RelatedApp) => {
    const address = new URL(url, location.href).href;
    return installed.some(name => name === id || name.startsWith(address));
  };
  return { downloaded: apps.filter(isInstalled), others: apps.filter(app => !isInstalled(app)) };
}

interface AppListProps {
  title: string;
  apps: RelatedApp[];
  emptyText: string;
  withLink?: boolean;
}

function AppList({ title, apps, emptyText, withLink = false }: AppListProps) {
  const { text, language } = useText();
  return (
    <section className={styles.section}>
      <h2 className={heading.group}>{title}</h2>
      {apps.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      {apps.length > 0 && (
        <ul className={rows.rows}>
          {apps.map(app => (
            <li key={app.id} className={styles.app}>
              <div className={styles.icon}>
                <LazyImage src={app.icon} alt="" aspectRatio={1} />
              </div>
              <div className={styles.words}>
                <p className={styles.name}>{app.name[language]}</p>
                <p className={styles.description}>{app.description[language]}</p>
              </div>
              {withLink && (
                <Link
                  className={styles.get}
                  href={app.url}
                  onOpen={() => leavePage(app.url)}
                  aria-label={text('apps.get-label', { app: app.name[language] })}
                >
                  {text('apps.get')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
