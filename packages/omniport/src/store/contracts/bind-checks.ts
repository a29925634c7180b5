import { defaultRuntime } from '../../async/runtime/runtime.js'
import { pause } from '../../async/waiting/pause.js'

/** One promise of a store, checked. */
export interface ContractCheck {
  /** The promise, as a sentence. */
  readonly name: string
  /** Rejects with an `Error` that says what was expected. */
  run(): Promise<void>
}

/** How to check an implementation of a store. */
export interface ContractOptions<Store> {
  /** Makes one that no other check uses. */
  readonly create: () => Store | Promise<Store>
  /** Another node of the same store. Default: the same one. */
  readonly join?: ((store: Store) => Store | Promise<Store>) | undefined
  /** Resolves when `ms` milliseconds went by for the store, and what they brought has happened. Default: real time. */
  readonly pass?: ((ms: number) => Promise<void>) | undefined
}

/** The checks that every implementation of a store passes, for any test runner. */
export type Contract<Store> = (options: ContractOptions<Store>) => readonly ContractCheck[]

/** What a check works with. */
export interface ContractSetup<Store> {
  readonly store: Store
  /** Another node. */
  readonly other: Store
  readonly pass: (ms: number) => Promise<void>
}

/** A check and the promise it checks. */
export type NamedCheck<Store> = readonly [name: string, check: (setup: ContractSetup<Store>) => Promise<void>]

/** The checks of a contract, bound to an implementation; each makes a store of its own. */
export function bindChecks<Store>(
  checks: readonly NamedCheck<Store>[],
  options: ContractOptions<Store>,
): readonly ContractCheck[] {
  return checks.map(([name, check]) => ({ name, run: async () => check(await setUp(options)) }))
}

async function setUp<Store>({ create, join, pass = wait }: ContractOptions<Store>): Promise<ContractSetup<Store>> {
  const store = await create()
  return { store, other: join === undefined ? store : await join(store), pass }
}

const wait = (ms: number) => pause(defaultRuntime, ms)

/** Longer than any check takes that does not wait. */
export const longMs = 60_000

/** A time that checks wait for. */
export const shortMs = 200
