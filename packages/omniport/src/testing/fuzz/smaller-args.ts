import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'

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
