/** How long to wait, and for what. */
export interface SettleOptions {
  /** What is to come. */
  readonly count: number
  /** How long to wait for it. Default: longer than anything takes. */
  readonly mostMs?: number | undefined
}

/** Turns of the event loop without anything new after which nothing more comes. */
const quietTurns = 10

/** Resolves when nothing more comes, after at least `count` of it if it comes at all. `arrived` says how much has. */
export async function settle(arrived: () => number, { count, mostMs = 5_000 }: SettleOptions): Promise<void> {
  const deadline = performance.now() + mostMs
  let seen = arrived()
  let quiet = 0
  while (quiet < quietTurns || (arrived() < count && performance.now() < deadline)) {
    await new Promise((resolve) => setImmediate(resolve))
    quiet = arrived() === seen ? quiet + 1 : 0
    seen = arrived()
  }
}
