import type { ColumnType } from 'kysely';

/** A moment; written as a Date. */
export type Moment = ColumnType<Date, Date, Date>;
