import { sql } from 'kysely';
import { jobStatus } from '../../jobs/status.ts';
import { defaultLanguage } from '../../languages/languages.ts';
import type { ShownTemplate } from '../../templates/catalogue.ts';
import { onRows } from '../on-page.ts';
import { type DeskParts, DeskRefusal, type NoteChange, type Row, type Verb } from '../verb.ts';

const template = { name: 'template', about: 'number of the template' };

const month = 30 * 24 * 60 * 60 * 1000;

export const templateVerbs: Verb[] = [
  {
    name: 'template list',
    about:
      'Lists the templates in their order, hidden templates last, with the results of their jobs in 30 days.',
    example: '--sort finished',
    values: [{ name: 'sort', about: 'finished (most first), or title', flag: true, optional: true }],
    pages: true,
    async run({ db, clock, templates }, request) {
      const counts = await db.query
        .selectFrom('jobs')
        .select(['template_id', sql<number>`count(*)::int`.as('made')])
        .select(
          sql<number>`(count(*) FILTER (WHERE status = ${jobStatus.generateSuccess}))::int`.as('finished'),
        )
        .select(sql<number>`(count(*) FILTER (WHERE remedied))::int`.as('rejected'))
        .where('create_time', '>=', new Date(clock() - month))
        .groupBy('template_id')
        .execute();
      const countOf = new Map(counts.map(count => [count.template_id, count]));
      const offered = await templates.list();
      const rowOf = (shown: ShownTemplate): Row => {
        const { made = 0, finished = 0, rejected = 0 } = countOf.get(shown.id) ?? {};
        const isOn = offered.includes(shown);
        return { template: shown.id, title: titleOf(shown), on: isOn, jobs: made, finished, rejected };
      };
      const off = templates.all.filter(shown => !offered.includes(shown));
      const rows = [...offered, ...off].map(rowOf);
      return onRows(sorted(rows, request.values.sort), request);
    },
  },
  {
    name: 'template on',
    about: 'Offers a template again.',
    example: '7 --reason "drawn again"',
    values: [template],
    plan: async (parts, { values }) => `Offer "${titleOf(find(parts, values.template!))}" again.`,
    run: (parts, { values }, noteChange) => choose(parts, values.template!, { is_on: true }, noteChange),
  },
  {
    name: 'template off',
    about: 'Hides a template; jobs and pictures made with it stay.',
    example: '7 --reason "users reject its pictures"',
    values: [template],
    plan: async (parts, { values }) => `No longer offer "${titleOf(find(parts, values.template!))}".`,
    run: (parts, { values }, noteChange) => choose(parts, values.template!, { is_on: false }, noteChange),
  },
  {
    name: 'template first',
    about: 'Moves a template to the top of the list.',
    example: '7 --reason "spring festival"',
    values: [template],
    plan: async (parts, { values }) => `Show "${titleOf(find(parts, values.template!))}" before all others.`,
    async run(parts, { values }, noteChange) {
      const { least } = await parts.db.query
        .selectFrom('template_choices')
        .select(sql<number>`coalesce(min(place), 0)::int`.as('least'))
        .executeTakeFirstOrThrow();
      return choose(parts, values.template!, { place: least - 1 }, noteChange);
    },
  },
];

function sorted(rows: Row[], by: string | undefined): Row[] {
  if (by === undefined) return rows;
  if (by === 'finished') return rows.sort((a, b) => Number(b.finished) - Number(a.finished));
  if (by === 'title') return rows.sort((a, b) => String(a.title).localeCompare(String(b.title)));
  throw new DeskRefusal(`--sort is finished or title, not "${by}".`);
}

const titleOf = ({ title }: ShownTemplate) => title[defaultLanguage];

function find({ templates }: DeskParts, number: string): ShownTemplate {
  const found = templates.all.find(({ id }) => String(id) === number);
  if (found) return found;
  throw new DeskRefusal(`There is no template ${number}; "template list" shows them.`);
}

async function choose(
  parts: DeskParts,
  number: string,
  choice: { is_on: boolean } | { place: number },
  noteChange: NoteChange,
) {
  const { id } = find(parts, number);
  await parts.db.query.transaction().execute(async tx => {
    const before = await tx
      .selectFrom('template_choices')
      .select(['is_on', 'place'])
      .where('template_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .insertInto('template_choices')
      .values({ template_id: id, ...choice })
      .onConflict(conflict => conflict.column('template_id').doUpdateSet(choice))
      .execute();
    await noteChange(tx, { subject: `template ${id}`, before: before ?? {}, after: choice });
  });
  parts.templates.forget();
  return { facts: { template: id, ...choice } };
}
