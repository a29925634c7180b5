import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import type { Random } from './random.js'

/** A copy of arguments with one thing wrong: a property is gone, is new, or has a value of another kind. */
export function spoilArgs(args: JsonObject, random: Random): JsonObject {
  const names = Object.keys(args)
  const name = random.pick(names)
  if (name === undefined) return { [random.pick(newNames)]: random.pick(wrongValues) }
  const value = args[name]
  if (isJsonObject(value) && random.chance(0.5)) return { ...args, [name]: spoilArgs(value, random) }
  if (random.chance(0.3)) return Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))
  if (random.chance(0.2)) return { ...args, [random.pick(newNames)]: random.pick(wrongValues) }
  return { ...args, [name]: random.pick(wrongValues) }
}

const newNames = ['extra', 'toString', '0'] as const

const wrongValues = [null, true, -1, 1.5, 1e308, '', 'x'.repeat(10_000), [], [null], {}, { a: { b: [] } }] as const

/** Arguments that are a little simpler than these, the simplest first. */
export function* smallerArgs(args: JsonObject): Generator<JsonObject> {
  for (const name of Object.keys(args)) {
    yield Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))
  }
  for (const [name, value] of Object.entries(args)) {
    for (const smaller of smallerValues(value)) yield { ...args, [name]: smaller }
  }
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value !== '') {
    yield ''
    if (value.length > 1) yield value.slice(0, Math.floor(value.length / 2))
    if (value.length > 1) yield value.slice(1)
  }
  if (typeof value === 'number' && value !== 0) {
    yield 0
    if (Math.abs(value) > 1) yield Math.trunc(value / 2)
  }
  if (Array.isArray(value) && value.length > 0) {
    yield []
    yield value.slice(0, Math.floor(value.length / 2))
    yield value.slice(1)
  }
  if (isJsonObject(value)) yield* smallerArgs(value)
}
