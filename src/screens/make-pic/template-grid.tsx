import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Template } from '../../api/templates.ts';
import { useText } from '../../i18n/use-text.ts';
import { selectTemplate, wizard } from '../../state/wizard.ts';
import { Failed } from '../../ui/drawings/failed.tsx';
import { NoTemplates } from '../../ui/drawings/no-templates.tsx';
import { EndlessEnd } from '../../ui/endless-end.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TemplateTile } from '../../ui/template-tile.tsx';
import styles from './template-grid.module.css';

/** The pages of templates as far as they have come. */
export interface TemplatePages {
  items: Template[];
  status: 'loading' | 'more' | 'ended' | 'failed';
  loadMore: () => void;
}

interface TemplateGridProps {
  /** What is shown: the pages, or the remembered first page until they come. */
  templates: Template[];
  pages: TemplatePages;
  /** A template to bring into view. */
  sought: number | null;
}

/** Enough grey tiles for a tall screen. */
const skeletons = Array.from({ length: 9 }, (_, index) => index);

/** All templates in three columns, without an end as far as there are more. */
export function TemplateGrid({ templates, pages, sought }: TemplateGridProps) {
  const { text } = useText();
  const { templateId } = useSnapshot(wizard);
  const group = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (sought === null || sought !== wizard.templateId) return;
    const tile = group.current?.querySelector(`[data-template="${sought}"]`);
    tile?.scrollIntoView({ block: 'center' });
  }, [sought]);

  return (
    <section className={styles.section} aria-labelledby="templates">
      <h2 id="templates" className={styles.heading}>
        {text('make-pic.templates')}
      </h2>
      <div ref={group} className={styles.grid} role="radiogroup" aria-labelledby="templates">
        {templates.map(template => (
          <div key={template.id} data-template={template.id}>
            <TemplateTile
              group="template"
              title={template.title}
              picUrl={template.picUrl}
              colour={template.colour}
              chosen={template.id === templateId}
              onChoose={() => selectTemplate(template.id, template.title)}
              retryLabel={text('retry')}
            />
          </div>
        ))}
        {templates.length === 0 &&
          pages.status === 'loading' &&
          skeletons.map(index => <Skeleton key={index} aspectRatio={3 / 4} />)}
      </div>
      <Foot shown={templates.length} pages={pages} />
    </section>
  );
}

function Foot({ shown, pages }: { shown: number; pages: TemplatePages }) {
  const { text } = useText();
  if (shown === 0 && pages.status === 'failed') {
    return (
      <Notice
        role="alert"
        drawing={<Failed />}
        text={text('error.load')}
        action={{ label: text('retry'), onPress: pages.loadMore }}
      />
    );
  }
  if (shown === 0 && pages.status === 'ended') {
    return <Notice drawing={<NoTemplates />} text={text('make-pic.no-templates')} />;
  }
  const words = {
    loading: text('loading'),
    ended: text('ended'),
    failed: text('error.load'),
    retry: text('retry'),
  };
  return <EndlessEnd pages={pages} words={words} />;
}
