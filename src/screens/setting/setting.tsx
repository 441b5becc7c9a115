import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter/use-browser-location';
import { lazyPart } from '../../components/lazy-part.tsx';
import { deletePhotosAndPics, deleteUser } from '../../flows/account/delete-user.ts';
import { refreshUser } from '../../flows/account/load-user.ts';
import { logOut } from '../../flows/account/log-out.ts';
import { signIn } from '../../flows/account/sign-in.ts';
import { openSupportDetails } from '../../flows/account/support-details.ts';
import { changeLanguage } from '../../flows/app/change-language.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { formatSize } from '../../i18n/format.ts';
import { languages } from '../../i18n/languages.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { canInstall, install, onInstallOffer } from '../../platform/install.ts';
import { goBack, linkTo } from '../../platform/navigation.ts';
import { clearCache, measureCache } from '../../platform/storage/cache.ts';
import { toast } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import heading from '../../ui/heading.module.css';
import { NavBar } from '../../ui/nav-bar.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import radio from '../../ui/radio-card.module.css';
import { RowAnchor, RowButton, RowLink, Rows, RowText } from '../../ui/row.tsx';
import screen from '../../ui/screen.module.css';
import { useLoad } from '../../ui/use-load.ts';
import styles from './setting.module.css';
import { StoredPhotos } from './stored-photos.tsx';

// The rows' texts load after the screen. The stored photos wait for them, so that nothing moves later.
const rows = () => withExtraWords(import('./data-rows.tsx'));
const DataRows = lazyPart<{ children: ReactNode }>(() =>
  rows().then(({ DataRows }) => ({ default: DataRows })),
);
const SupportAccessRow = lazyPart<object>(() =>
  rows().then(({ SupportAccessRow }) => ({ default: SupportAccessRow })),
);
const Photos = lazyPart<object>(() => rows().then(() => ({ default: StoredPhotos })));

/** The settings, or the page "Help", which has no address of its own. */
export default function Setting() {
  const { text } = useText();
  const { token } = useSnapshot(session);
  const isHelp = new URLSearchParams(useSearch()).has('help');
  useEffect(() => {
    // Loads the list of API features. Does not ask the user to sign in.
    if (token) refreshUser({ signIn: false }).catch(() => undefined);
  }, [token]);
  // Focus the heading here, because the frame focuses it only when another screen opens, and Help is the same screen.
  const shown = useRef(isHelp);
  useEffect(() => {
    if (shown.current !== isHelp) document.querySelector<HTMLElement>('main h1')?.focus();
    shown.current = isHelp;
  }, [isHelp]);

  return (
    <>
      <NavBar
        title={text(isHelp ? 'help.title' : 'setting.title')}
        backLabel={text('back')}
        onBack={goBack}
      />
      <OfflineMark text={text('offline.mark')} />
      {isHelp ? <Help /> : <Settings />}
    </>
  );
}

function Settings() {
  const { text } = useText();
  const { token, user } = useSnapshot(session);
  return (
    <div className={screen.body}>
      <LanguageChoice />
      <Rows title={text('setting.about')}>
        <RowLink icon="file" label={text('term.title')} {...linkTo(paths.term)} />
        <RowLink icon="shield" label={text('privacy.title')} {...linkTo(paths.privacy)} />
        <RowLink icon="support" label={text('help.title')} {...linkTo(`${paths.setting}?help=1`)} />
        <RowLink icon="apps" label={text('apps.title')} {...linkTo(paths.apps)} />
        <InstallRow />
        <RowText icon="info" label={text('setting.version')} value={__APP_VERSION__} />
      </Rows>
      <Rows title={text('setting.account')}>
        {token ? (
          <RowButton icon="logout" label={text('setting.log-out')} onPress={logOut} />
        ) : (
          <RowButton
            icon="person"
            label={text('sign-in.button')}
            onPress={() => signIn().catch(() => undefined)}
          />
        )}
      </Rows>
      {/* Last on the screen, because its rows and photos load late and would push down anything below them. */}
      <Rows title={text('setting.data')}>
        <CacheRow />
        {token && (
          <DataRows>
            {user?.features.includes('delete-data') && (
              <RowButton
                icon="trash"
                kind="danger"
                label={text('setting.delete-pics')}
                onPress={deletePhotosAndPics}
              />
            )}
            {user?.features.includes('delete-account') && (
              <RowButton
                icon="warning"
                kind="danger"
                label={text('setting.delete-account')}
                onPress={deleteUser}
              />
            )}
          </DataRows>
        )}
      </Rows>
      {token && user?.features.includes('photos') && <Photos key={user.consentVersion} />}
    </div>
  );
}

function LanguageChoice() {
  const { text, language } = useText();
  return (
    <fieldset className={styles.languages}>
      <legend className={`${heading.group} ${styles.legend}`}>{text('setting.language')}</legend>
      {languages.map(({ code, name, lang }) => (
        <label
          key={code}
          className={`${radio.card} ${styles.language}`}
          lang={lang}
          data-checked={code === language || undefined}
        >
          <input
            className="visually-hidden"
            type="radio"
            name="language"
            checked={code === language}
            onChange={() => changeLanguage(code)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Renders nothing unless the browser offers to install the app. */
function InstallRow() {
  const { text } = useText();
  const isOffered = useSyncExternalStore(onInstallOffer, canInstall, canInstall);
  return isOffered && <RowButton icon="download" label={text('setting.install')} onPress={installApp} />;
}

function CacheRow() {
  const { text } = useText();
  const [size, measureAgain] = useLoad(measureCache);

  async function empty() {
    await emptyCache();
    await measureAgain();
  }

  const row = { icon: 'broom', label: text('setting.cache') } as const;
  // Plain text instead of a disabled button, which would lose the focus of keyboards and screen readers.
  if (size.data === 0) return <RowText {...row} value={text('setting.cache-empty')} />;
  return <RowButton {...row} value={size.data === null ? '…' : formatSize(size.data)} onPress={empty} />;
}

async function emptyCache(): Promise<void> {
  await clearCache();
  toast('setting.cache-cleared');
}

/** Installs the app if the user agrees, then requests persistent storage, which needs no question by then. */
async function installApp(): Promise<void> {
  window.addEventListener('appinstalled', askForLastingStorage, { once: true });
  await install();
}

function Help() {
  const { text } = useText();
  const { token, user } = useSnapshot(session);
  const has = (feature: string) => token && user?.features.includes(feature);
  const support = appSettings.supportUrl;
  return (
    <div className={screen.body}>
      <Rows>
        {support && <RowAnchor icon="support" label={text('setting.support')} href={support} />}
        <DetailsRow />
        {has('report') && <RowText icon="warning" label={text('help.report')} />}
        {has('support-access') && <SupportAccessRow />}
      </Rows>
    </div>
  );
}

/** Copies technical details for support. Also shows them, so that users see that they contain nothing personal. */
function DetailsRow() {
  const { text } = useText();
  const [details] = useLoad(() => withExtraWords(openSupportDetails()));
  const [shown, setShown] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(true);

  async function copy() {
    const written = details.data?.() ?? '';
    setShown(written);
    // Pages on plain http and some webviews have no clipboard API.
    const copying = navigator.clipboard?.writeText(written) ?? Promise.reject(new Error('No clipboard.'));
    await copying.then(
      () => {
        setIsCopied(true);
        toast('support.copied');
      },
      () => setIsCopied(false),
    );
  }

  return (
    <>
      <RowButton icon="file" label={text('support.copy')} disabled={!details.data} onPress={copy} />
      {shown !== null && (
        <li className={styles.details}>
          <p role="status">{!isCopied && text('support.by-hand')}</p>
          <p>{text('support.contents')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach an element that scrolls. */}
          <pre className={styles.text} tabIndex={0}>
            {shown}
          </pre>
        </li>
      )}
    </>
  );
}

/** Asks the browser not to evict the app's data, because photos that are not uploaded yet exist only there. */
async function askForLastingStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
