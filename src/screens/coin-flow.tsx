import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { type CoinStatement, coinStatementPageSize } from '../api/billing.ts';
import { PagedList } from '../components/paged-list.tsx';
import { hasFeature } from '../flows/account/has-feature.ts';
import { getKnownStatements, lastStatements } from '../flows/lists/known-lists.ts';
import { canBuy } from '../flows/money/can-buy.ts';
import { formatChange, formatMoment } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { entryMemory } from '../platform/entry-memory.ts';
import { go, goBack } from '../platform/navigation.ts';
import { session } from '../state/session.ts';
import { NoCoinsFlow } from '../ui/drawings/no-coins-flow.tsx';
import { LazyImage } from '../ui/lazy-image.tsx';
import { EndlessList } from '../ui/list/endless-list.tsx';
import { usePages } from '../ui/list/use-pages.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
import { useReturnOnline } from '../ui/use-return-online.ts';
import styles from './coin-flow.module.css';

export default function CoinFlow() {
  const { text, language } = useText();
  const { user } = useSnapshot(session);
  // Loads the user's data, which contain the payment channels. Nothing else on this screen loads them.
  useEffect(() => void hasFeature('pay-channels'), []);
  // The server translates the reasons, so reload them if the language changes.
  const pages = usePages(
    getKnownStatements,
    statementId,
    language,
    entryMemory('statements'),
    lastStatements,
  );
  useReturnOnline(() => pages.items.length <= coinStatementPageSize && pages.reload());
  const statements = useMemo(() => withChanges(pages.items), [pages.items]);

  return (
    <>
      <NavBar title={text('coin-flow.title')} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('offline.mark')} />
      <div className={styles.body}>
        <PagedList
          pages={pages}
          skeleton={<Skeletons count={8} height="40px" />}
          none={
            <Notice
              drawing={<NoCoinsFlow />}
              text={text('coin-flow.empty')}
              {...(canBuy(user) && {
                action: { label: text('recharge.title'), onPress: () => go(paths.recharge) },
              })}
            />
          }
        >
          <Ledger statements={statements} isWhole={pages.status === 'ended'} />
        </PagedList>
      </div>
    </>
  );
}

const statementId = (statement: CoinStatement): CoinStatement['id'] => statement.id;

/** If the API sends no amount of change for a row, computes it from the balance in the next (older) row. */
function withChanges(statements: CoinStatement[]): CoinStatement[] {
  return statements.map((statement, place) => {
    const earlier = statements[place + 1];
    if (statement.change !== null || !earlier || earlier.time > statement.time) return statement;
    return { ...statement, change: statement.remaining - earlier.remaining };
  });
}

function Ledger({ statements, isWhole }: { statements: CoinStatement[]; isWhole: boolean }) {
  const { text } = useText();
  return (
    <table className={styles.table} aria-rowcount={isWhole ? statements.length + 1 : -1}>
      <thead>
        <tr>
          <th scope="col">{text('coin-flow.time')}</th>
          <th scope="col" className={styles.number}>
            {text('coin-flow.change')}
          </th>
          <th scope="col" className={styles.number}>
            {text('coin-flow.remaining')}
          </th>
          <th scope="col">{text('coin-flow.reason')}</th>
        </tr>
      </thead>
      <EndlessList
        kind="table"
        items={statements}
        idOf={statementId}
        render={renderStatement}
        rowHeight={64}
        isWhole={isWhole}
        memory={entryMemory('rows')}
      />
    </table>
  );
}

const renderStatement = (statement: CoinStatement) => <Cells statement={statement} />;

function Cells({ statement }: { statement: CoinStatement }) {
  const { text } = useText();
  const { job, change } = statement;
  return (
    <>
      <td className={styles.time}>{formatMoment(statement.time)}</td>
      <td className={`${styles.number} ${styles.change}`} data-gain={(change ?? 0) > 0 || undefined}>
        {change !== null && formatChange(change)}
      </td>
      <td className={`${styles.number} ${styles.remaining}`} data-label={text('coin-flow.remaining')}>
        {statement.remaining}
      </td>
      <td className={styles.reason}>
        {job && (
          <span className={styles.pic}>
            <LazyImage src={job.picUrl} alt="" aspectRatio={3 / 4} retryLabel={text('retry')} />
          </span>
        )}
        {statement.reason}
        {/* Only coins on hold have a label. Returned coins have a separate row. */}
        {job && (
          <span className={styles.job}>
            {job.title}
            {job.state === 'held' && <span className={styles.held}>{text('coin-flow.held')}</span>}
          </span>
        )}
      </td>
    </>
  );
}
