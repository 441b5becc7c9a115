import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../components/lazy-part.tsx';
import { bundledPics, loadHomePics, olderPics } from '../../flows/pics/load-home-pics.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { linkTo } from '../../platform/navigation.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { session } from '../../state/session.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/drawings/logo.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import styles from './home.module.css';
import type { HomeMoreProps } from './home-more.tsx';

/** The running job, only for signed-in users. If this code fails to load, the My screen still shows the job. */
const OwnJob = lazyPart(() => import('../../components/own-job.tsx'));

/** Loads after everything that is visible on Home at first. */
const HomeMore = lazyPart<HomeMoreProps>(() => whenIdle().then(() => import('./home-more.tsx')));

const captions = ['home.step.upload', 'home.step.template', 'home.step.download'] as const;

export default function Home() {
  const { text } = useText();
  const { token } = useSnapshot(session);
  const [[background, ...steps], setPics] = useState(bundledPics);
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    // Set only after the first render, which must equal the prerendered page for a visitor without a user.
    setLive(true);
    let isHere = true;
    loadHomePics(found => isHere && setPics(found));
    return () => {
      isHere = false;
    };
  }, []);

  return (
    <div className={styles.screen}>
      <div>
        <div className={styles.hero}>
          <div className={styles.background}>
            <LazyImage
              src={background}
              fallback={olderPics[0]}
              alt={text('home.background')}
              aspectRatio={3 / 4}
              retryLabel={text('retry')}
              instant
              urgent
            />
            {isLive && <HomeMore background={background} />}
          </div>
          <p className={styles.brand}>
            <Logo />
            {text('app.name')}
          </p>
          <div className={styles.words}>
            <h1 className={styles.title} tabIndex={-1}>
              {text('home.title')}
            </h1>
            <p className={styles.lead}>{text('home.lead')}</p>
          </div>
        </div>
        <ol className={styles.steps}>
          {captions.map((caption, index) => (
            <li key={caption} className={styles.step}>
              <LazyImage
                src={steps[index]}
                fallback={olderPics[index + 1]}
                alt=""
                aspectRatio={4 / 3}
                retryLabel={text('retry')}
                instant
              />
              <span className={styles.caption}>{text(caption)}</span>
            </li>
          ))}
        </ol>
      </div>
      {isLive && <HomeMore />}
      <BottomBar>
        {isLive && token && <OwnJob />}
        {isLive && <HomeMore free />}
        <ButtonLink {...linkTo(paths.makePic)}>{text('home.make')}</ButtonLink>
      </BottomBar>
    </div>
  );
}
