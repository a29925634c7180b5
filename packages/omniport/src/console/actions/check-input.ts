import { isObject } from '../recording/read-message.js'
import { UsageError } from './usage-error.js'

/** Checks one member. @throws UsageError naming the member. */
export type InputCheck = (path: string, value: unknown) => void

/** Checks the members of an input; names that have no check are refused. @throws UsageError naming the member. */
export function checkInput(path: string, value: unknown, checks: Readonly<Record<string, InputCheck>>): void {
  if (!isObject(value)) throw new UsageError(`${path} must be an object`)
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(checks, name))
      throw new UsageError(`${path} has no member ${JSON.stringify(name.slice(0, 100))}`)
  }
  for (const [name, check] of Object.entries(checks)) check(`${path}.${name}`, value[name])
}

/** A text that is not longer than a megabyte. */
export const text: InputCheck = (path, value) => {
  if (typeof value !== 'string' || value.length > 1_000_000) throw new UsageError(`${path} must be a string`)
}

export const name: InputCheck = (path, value) => {
  if (typeof value !== 'string' || value === '' || value.length > 1_000) {
    throw new UsageError(`${path} must be a string of 1 to 1,000 characters`)
  }
}

export const id: InputCheck = (path, value) => {
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value)) {
    throw new UsageError(`${path} must have 1 to 64 characters of A-Z a-z 0-9 _ -`)
  }
}

export const flag: InputCheck = (path, value) => {
  if (typeof value !== 'boolean') throw new UsageError(`${path} must be true or false`)
}

export const object: InputCheck = (path, value) => {
  if (!isObject(value)) throw new UsageError(`${path} must be an object`)
}

export const anything: InputCheck = (path, value) => {
  if (value === undefined) throw new UsageError(`${path} is missing`)
}

export const texts: InputCheck = (path, value) => {
  if (!isObject(value)) throw new UsageError(`${path} must be an object of strings`)
  for (const [key, member] of Object.entries(value)) text(`${path}.${key.slice(0, 100)}`, member)
}

export const ofRange =
  (least: number, most: number): InputCheck =>
  (path, value) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most) {
      throw new UsageError(`${path} must be a number from ${least} to ${most}`)
    }
  }

export const oneOf =
  (...values: readonly string[]): InputCheck =>
  (path, value) => {
    if (!values.some((known) => known === value)) throw new UsageError(`${path} must be one of ${values.join(', ')}`)
  }

export const optional =
  (check: InputCheck): InputCheck =>
  (path, value) => {
    if (value !== undefined) check(path, value)
  }

/** Null is allowed, too. */
export const nullable =
  (check: InputCheck): InputCheck =>
  (path, value) => {
    if (value !== null) check(path, value)
  }

export const listOf =
  (check: InputCheck): InputCheck =>
  (path, value) => {
    if (!Array.isArray(value) || value.length > 10_000) throw new UsageError(`${path} must be a list`)
    for (const [index, item] of value.entries()) check(`${path}[${index}]`, item)
  }

export const members =
  (checks: Readonly<Record<string, InputCheck>>): InputCheck =>
  (path, value) =>
    checkInput(path, value, checks)
