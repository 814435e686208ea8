import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** Any table that has these columns, for code that works on several tables. */
export type TableWith<K extends string> = SQLiteTable & Record<K, SQLiteColumn>;
