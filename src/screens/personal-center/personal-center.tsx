import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import OwnJob from '../../components/own-job.tsx';
import { refreshUser } from '../../flows/account/load-user.ts';
import { renewalMessage } from '../../flows/account/tell-renewal.ts';
import { canBuy } from '../../flows/money/can-buy.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { formatDay } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { paths } from '../../paths.ts';
import { go, linkTo, usePath } from '../../platform/navigation.ts';
import { isVip, session, type User } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/drawings/avatar.tsx';
import gold from '../../ui/gold-card.module.css';
import { Heart } from '../../ui/heart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { OfflineMark } from '../../ui/offline-mark.tsx';
import { RowLink, Rows } from '../../ui/row.tsx';
import screen from '../../ui/screen.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReturnOnline } from '../../ui/use-return-online.ts';
import styles from './personal-center.module.css';

const LatestPics = lazyPart(() => withExtraWords(import('../../components/latest-pics.tsx')));

export default function PersonalCenter() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const { visible, failure, refresh } = useFreshUser();
  const [bestPic, setBestPic] = useState<string | null>(null);

  return (
    <>
      <NavBar title={text('personal-center.title')} />
      <OfflineMark text={text('offline.mark')} />
      <div className={`${screen.body} ${styles.body}`}>
        {user && <Profile user={user} bestPic={bestPic} />}
        {visible && <OwnJob />}
        {!user && !failure && <ProfileSkeleton />}
        {!user && failure && <LoadFailed error={failure.cause} onRetry={refresh} />}
        {/* In place before the user is known, so that nothing below moves. */}
        {(user || !failure) && (
          <div className={styles.latest}>
            {user && (
              <LatestPics
                key={String(visible)}
                onBest={setBestPic}
                none={
                  <div className={styles.none}>
                    <p>{text('pic-list.empty')}</p>
                    <Button kind="secondary" onClick={() => go(paths.makePic)}>
                      {text('pic-list.make')}
                    </Button>
                  </div>
                }
              />
            )}
          </div>
        )}
        <Rows>
          <RowLink icon="picture" label={text('pic-list.title')} {...linkTo(paths.picList)} />
          <RowLink
            icon={<Heart />}
            label={text('pic-list.favourites')}
            {...linkTo(`${paths.picList}?favourites=1`)}
          />
        </Rows>
        {!user && !failure && <Skeleton height="92px" />}
        {typeof user?.coins === 'number' && <Balance coins={user.coins} isSold={canBuy(user)} />}
        <Rows>
          {user?.coins === null && canBuy(user) && (
            <RowLink icon="coin" label={text('recharge.title')} {...linkTo(paths.recharge)} />
          )}
          {canBuy(user) && (
            <RowLink icon="crown" label={text('subscription.title')} {...linkTo(paths.subscription)} />
          )}
          <RowLink icon="list" label={text('coin-flow.title')} {...linkTo(paths.coinFlow)} />
          <RowLink icon="settings" label={text('setting.title')} {...linkTo(paths.setting)} />
          <RowLink icon="support" label={text('help.title')} {...linkTo(`${paths.setting}?help=1`)} />
        </Rows>
      </div>
    </>
  );
}

/** Reloads the user's data whenever this screen becomes visible, because it stays mounted. */
function useFreshUser() {
  const path = usePath();
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null);
  const visible = path === paths.personalCenter;

  async function refresh() {
    setFailure(null);
    try {
      await refreshUser();
      return true;
    } catch (cause) {
      setFailure({ cause });
      return false;
    }
  }
  useReturnOnline(() => !failure || refresh());
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the screen becomes visible.
  useEffect(() => {
    if (visible) refresh();
  }, [visible]);

  return { visible, failure, refresh };
}

function Profile({ user, bestPic }: { user: User; bestPic: string | null }) {
  const { text, say } = useText();
  const vip = isVip(user);
  return (
    <div className={styles.profile}>
      <div className={styles.avatar}>
        {user.avatar ? <LazyImage src={user.avatar} alt="" aspectRatio={1} /> : <Avatar />}
        {!user.avatar && bestPic && <BestPic key={bestPic} picUrl={bestPic} />}
      </div>
      <div className={styles.who}>
        <p className={styles.name}>{user.nickname}</p>
        {vip && (
          <p className={styles.badge}>
            <Icon name="crown" size={18} />
            {user.vipExpireTime > 0
              ? text('personal-center.vip-until', { day: formatDay(user.vipExpireTime) })
              : text('personal-center.vip')}
          </p>
        )}
        {user.renewal && <p className={styles.quiet}>{say(renewalMessage(user.renewal))}</p>}
        {!vip && <p className={styles.quiet}>{text('personal-center.no-vip')}</p>}
      </div>
    </div>
  );
}

/** Covers the drawing, which remains visible if the picture fails to load. */
function BestPic({ picUrl }: { picUrl: string }) {
  const [isBroken, setBroken] = useState(false);
  return !isBroken && <img className={styles.best} src={picUrl} alt="" onError={() => setBroken(true)} />;
}

function Balance({ coins, isSold }: { coins: number; isSold: boolean }) {
  const { text } = useText();
  return (
    <section className={`${gold.card} ${styles.balance}`} aria-label={text('personal-center.balance')}>
      <div>
        <p className={styles.caption}>{text('personal-center.balance')}</p>
        <p className={gold.coins}>
          <Icon name="coin" size={28} />
          {coins}
        </p>
      </div>
      {isSold && (
        <Button kind="secondary" onClick={() => go(paths.recharge)}>
          {text('recharge.title')}
        </Button>
      )}
    </section>
  );
}

function ProfileSkeleton() {
  return (
    <div className={styles.profile} aria-busy="true">
      <Skeleton width="64px" height="64px" round />
      <div className={styles.who}>
        <Skeleton width="50%" height="20px" />
        <Skeleton width="70%" height="16px" />
      </div>
    </div>
  );
}
