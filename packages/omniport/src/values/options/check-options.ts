import { didYouMean } from '../text/nearest.js'
import { cut } from '../text/truncate.js'

/** Throws a `TypeError` that starts with `path` when `value` is not what the option must be. */
export interface Check {
  (path: string, value: unknown): void
  /** True of an option that must be given: its check is called with undefined too. */
  readonly isRequired?: boolean
}

/** A check of an option that must be given. */
export interface RequiredCheck extends Check {
  readonly isRequired: true
}

/** A check for each option, with `required` where the option may not be left out. */
export type OptionChecks<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Check : RequiredCheck
}

/** Makes an option one that must be given. */
export function required(check: Check): RequiredCheck {
  return Object.assign((path: string, value: unknown) => check(path, value), { isRequired: true } as const)
}

/**
 * A frozen copy of `given` without its undefined members, after every member passed its check. Members in `required` must be
 * present; all others are optional.
 *
 * @throws TypeError naming the option, what it must be, and what was given; for an unknown option the known ones and the
 * nearest, or what `foreignNames` says of it.
 */
export function checkOptions<T extends object>(
  kind: OptionsKind,
  given: T,
  checks: { readonly [name: string]: Check },
): T {
  const where = nameOf(kind)
  if (typeof given !== 'object' || given === null) throw mustBe(where, 'given an object of options', given)
  const options = new Map<string, unknown>(Object.entries(given))
  const known = Object.keys(checks)
  assertKnown(kind, options.keys(), known)
  for (const [name, check] of Object.entries(checks)) {
    const value = options.get(name)
    if (value !== undefined || check.isRequired === true) check(`${where}: ${name}`, value)
  }
  const present = [...options].filter(([, value]) => value !== undefined)
  // The same members with the same values, and those that are undefined are optional in T.
  return Object.freeze(Object.fromEntries(present) as T)
}

/** The error for a value that is not what it must be. */
export function mustBe(path: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${path} must be ${expected}, got ${describe(value)}`)
}

/** What takes the options: its name, and the names of options of other libraries, with what to write here. */
export type OptionsKind = string | { readonly name: string; readonly foreignNames: Readonly<Record<string, string>> }

function nameOf(kind: OptionsKind): string {
  return typeof kind === 'string' ? kind : kind.name
}

/** @throws TypeError for a name that is not in `known`, with the nearest, or what `foreignNames` says of it. */
export function assertKnown(kind: OptionsKind, names: Iterable<string>, known: readonly string[]): void {
  const foreignNames: Readonly<Record<string, string>> = typeof kind === 'string' ? {} : kind.foreignNames
  for (const name of names) {
    if (known.includes(name)) continue
    const foreign = Object.hasOwn(foreignNames, name) ? `; ${foreignNames[name]}.` : undefined
    const advice = foreign ?? didYouMean(name, known)
    throw new TypeError(`${nameOf(kind)}: there is no option "${name}"${advice} The options are ${known.join(', ')}`)
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(cut(value, 80))
  if (typeof value === 'object') return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
