import { useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useText } from '../i18n/use-text.ts';
import { basePath, paths } from '../paths.ts';
import { FrameIcon } from '../ui/frame-icon.tsx';
import { Link } from '../ui/link.tsx';
import { useHeight } from '../ui/use-height.ts';
import styles from './tab-bar.module.css';

const tabs = [
  { path: paths.home, label: 'tab.home', icon: 'home', current: 'home-filled' },
  { path: paths.personalCenter, label: 'tab.my', icon: 'person', current: 'person-filled' },
] as const;

export function TabBar({ path }: { path: string }) {
  const { text } = useText();
  const bar = useRef<HTMLElement>(null);
  useHeight(bar, '--tabs');
  return (
    <nav ref={bar} className={styles.bar} aria-label={text('tab.label')}>
      {tabs.map(tab => (
        <Link
          key={tab.path}
          href={basePath + tab.path}
          onOpen={() => navigate(basePath + tab.path)}
          className={styles.tab}
          aria-current={tab.path === path ? 'page' : undefined}
        >
          <FrameIcon name={tab.path === path ? tab.current : tab.icon} />
          {text(tab.label)}
        </Link>
      ))}
    </nav>
  );
}
