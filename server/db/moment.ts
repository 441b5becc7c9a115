import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date, Date>;
