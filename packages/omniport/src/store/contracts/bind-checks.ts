import { defaultRuntime } from '../../async/runtime/runtime.js'
import { pause } from '../../async/waiting/pause.js'

/** A check of one promise in the contract of a store. */
export interface ContractCheck {
  /** The promise, as a sentence. */
  readonly name: string
  /** Rejects with an `Error` that says what was expected. */
  run(): Promise<void>
}

/** Options for the contract of a store. */
export interface ContractOptions<Store> {
  /** Creates a store for one check. */
  readonly create: () => Store | Promise<Store>
  /** Another node of the same store. Default: the same one. */
  readonly join?: ((store: Store) => Store | Promise<Store>) | undefined
  /** Resolves once `ms` milliseconds have passed for the store, and their effects have happened. Default: real time. */
  readonly pass?: ((ms: number) => Promise<void>) | undefined
}

/** The checks that every implementation of a store passes, for any test runner. */
export type Contract<Store> = (options: ContractOptions<Store>) => readonly ContractCheck[]

/** The stores and the clock of one check. */
export interface ContractSetup<Store> {
  readonly store: Store
  /** Another node. */
  readonly other: Store
  readonly pass: (ms: number) => Promise<void>
}

export type NamedCheck<Store> = readonly [name: string, check: (setup: ContractSetup<Store>) => Promise<void>]

/** Binds the checks of a contract to an implementation; each creates its own store. */
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

/** The clock of a store may be a little behind the one here. */
const clockDifferenceMs = 20

const wait = (ms: number) => pause(defaultRuntime, ms + clockDifferenceMs)

/** Longer than any check takes that does not wait. */
export const longMs = 60_000

/** A time that checks wait for. */
export const shortMs = 200
