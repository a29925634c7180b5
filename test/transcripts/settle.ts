/** How long to wait, and for what. */
export interface SettleOptions {
  /** What is to come. */
  readonly count: number
  /** How long to wait for it. Default: longer than anything takes. */
  readonly mostMs?: number | undefined
  readonly turn?: Turn | undefined
}

/** Something that is done again and again while nothing comes, and how often before it is believed that nothing will. */
export interface Turn {
  readonly quiet: number
  /** Resolves with true if something happened that more may come of. */
  run(): Promise<boolean>
}

const eventLoopTurn: Turn = {
  quiet: 10,
  run: () => new Promise((resolve) => setImmediate(() => resolve(false))),
}

/** Resolves when nothing more comes, after at least `count` of it if it comes at all. `arrived` says how much has. */
export async function settle(
  arrived: () => number,
  { count, mostMs = 5_000, turn = eventLoopTurn }: SettleOptions,
): Promise<void> {
  const deadline = performance.now() + mostMs
  let seen = arrived()
  let quiet = 0
  while (quiet < turn.quiet || (arrived() < count && performance.now() < deadline)) {
    const isBusy = await turn.run()
    quiet = arrived() === seen && !isBusy ? quiet + 1 : 0
    seen = arrived()
  }
}
