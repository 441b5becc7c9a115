import { Component, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { basePath, paths } from '../paths.ts';
import { leavePage, reloadPage } from '../platform/leave-page.ts';
import { Button } from '../ui/button.tsx';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import styles from './error-screen.module.css';

/** If a screen throws or fails to load, shows an error message with a link to Home instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    return this.state.error ? <ErrorScreen /> : this.props.children;
  }
}

/** Both buttons reload the page, because the app's own navigation may be broken. */
function ErrorScreen() {
  const { text } = useText();
  return (
    <>
      <NavBar title={text('error.title')} />
      <div className={styles.body} role="alert">
        <FrameIcon name={navigator.onLine ? 'warning' : 'offline'} size={48} />
        <p>{text(navigator.onLine ? 'error.broken' : 'error.offline')}</p>
        <Button onClick={reloadPage}>{text('retry')}</Button>
        <Button kind="quiet" onClick={() => leavePage(basePath + paths.home)}>
          {text('home.go')}
        </Button>
      </div>
    </>
  );
}
