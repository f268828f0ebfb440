import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** A pool or client of PostgreSQL, such as `new Pool()` of pg. */
export interface PostgresClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/** The options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** The name of the table. Default: `ctxgen_store`. */
  readonly table?: string
}

/** A store in PostgreSQL. */
export interface PostgresStore extends TextStore {
  /** Creates the table unless it is there: `app.onStart(() => store.createTable())`. */
  createTable(): Promise<void>
  /** Deletes what has ended, which nothing reads: call it from time to time. */
  prune(): Promise<void>
}

/**
 * A store in PostgreSQL, for several processes. What it has acknowledged survives its end. Its clock counts, not that of
 * the processes.
 * @throws TypeError for a table whose name needs quotes.
 */
export function postgresStore(
  client: PostgresClient,
  { table = 'ctxgen_store' }: PostgresStoreOptions = {},
): PostgresStore {
  if (!/^[a-z_][a-z\d_]{0,62}(?:\.[a-z_][a-z\d_]{0,62})?$/.test(table))
    throw new TypeError(`postgresStore: not the name of a table: ${table}`)
  const ends = `clock_timestamp() + $3 * interval '1 millisecond'`
  const rowsOf = async (text: string, ...values: unknown[]): Promise<readonly unknown[]> =>
    (await client.query(text, values)).rows
  return {
    async createTable() {
      await rowsOf(
        `create table if not exists ${table} (key text primary key, text text not null, ends timestamptz not null)`,
      )
    },
    async prune() {
      await rowsOf(`delete from ${table} where ends <= clock_timestamp()`)
    },
    async get(key) {
      return textOf(
        await rowsOf(`select text from ${table} where key = $1 and ends > clock_timestamp()`, key),
      )
    },
    async set(key, text, ms) {
      await rowsOf(
        `insert into ${table} values ($1, $2, ${ends}) on conflict (key) do update set text = $2, ends = excluded.ends`,
        key,
        text,
        ms,
      )
    },
    async replace(key, expected, text, ms) {
      const change =
        expected === undefined
          ? `insert into ${table} values ($1, $2, ${ends}) on conflict (key) do update set text = $2, ends = excluded.ends where ${table}.ends <= clock_timestamp()`
          : `update ${table} set text = $2, ends = ${ends} where key = $1 and text = $4 and ends > clock_timestamp()`
      const values = expected === undefined ? [key, text, ms] : [key, text, ms, expected]
      return (await rowsOf(`${change} returning key`, ...values)).length > 0
    },
    async delete(key, expected) {
      if (expected === undefined) await rowsOf(`delete from ${table} where key = $1`, key)
      else await rowsOf(`delete from ${table} where key = $1 and text = $2`, key, expected)
    },
  }
}

function textOf([row]: readonly unknown[]): string | undefined {
  return typeof row === 'object' && row !== null && 'text' in row ? String(row.text) : undefined
}
