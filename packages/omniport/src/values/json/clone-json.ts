import { isConstantJson } from './constant-json.js'
import { RawJson } from './raw-json.js'

const maxDepth = 1_000

/**
 * A copy of a value as JSON text would give it: `toJSON` is called, undefined members are left out, NaN becomes null. A `RawJson`
 * is copied as its value; a constant (`constantJson`) is shared.
 *
 * @throws TypeError when JSON cannot carry it: a BigInt, a cycle or nesting beyond 1,000, or nothing at all (undefined, a function, a symbol).
 */
export function cloneJson(value: unknown): unknown {
  const copy = clone(value, '', 0)
  if (copy === undefined) throw new TypeError(`JSON cannot carry ${typeof value}`)
  return copy
}

function clone(value: unknown, key: string | number, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return cloneNumber(value)
    case 'object':
      if (value === null || isConstantJson(value)) return value
      if (Array.isArray(value) && !hasToJson(value)) return cloneItems(value, depth)
      return isPlainObject(value) ? clonePlain(value, depth) : cloneOther(value, key, depth)
    case 'function':
    case 'bigint':
      return cloneOther(value, key, depth)
    default:
      return undefined
  }
}

/** Tells if a value has only own members that matter, and `for in` finds no others. */
function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !hasToJson(value) && !isPolluted()
}

/** Tells if `Object.prototype` has enumerable members. */
function isPolluted(): boolean {
  for (const _member in Object.prototype) return true
  return false
}

function cloneOther(given: object | bigint, key: string | number, depth: number): unknown {
  const value = given instanceof RawJson ? given.value : applyToJson(given, key)
  switch (typeof value) {
    case 'bigint':
      throw new TypeError('JSON cannot carry a BigInt')
    case 'object':
      return value === null ? null : cloneObject(value, depth)
    case 'function':
      return undefined
    default:
      return clone(value, key, depth)
  }
}

/** The value that `toJSON` returns in place of another; called once. */
function applyToJson(value: object | bigint, key: string | number): unknown {
  return hasToJson(value) ? value.toJSON(String(key)) : value
}

function hasToJson(value: object | bigint): value is { toJSON: (key: string) => unknown } {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
}

/** JSON text has no infinities and no NaN, and `-0` is written as `0`. */
function cloneNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null
}

function cloneObject(value: object, depth: number): unknown {
  if (Array.isArray(value)) return cloneItems(value, depth)
  if (value instanceof String) return String(value)
  if (value instanceof Number) return cloneNumber(Number(value))
  if (value instanceof Boolean) return value.valueOf()
  if (value instanceof BigInt) throw new TypeError('JSON cannot carry a BigInt')
  return cloneMembers(value as Record<string, unknown>, depth)
}

function cloneItems(items: readonly unknown[], depth: number): unknown[] {
  assertDepth(depth)
  const copy: unknown[] = []
  for (let index = 0; index < items.length; index += 1) copy.push(clone(items[index], index, depth + 1) ?? null)
  return copy
}

function cloneMembers(value: Readonly<Record<string, unknown>>, depth: number): object {
  assertDepth(depth)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setMember(copy, key, clone(value[key], key, depth + 1))
  return copy
}

/** As `cloneMembers`, but much faster: for objects that inherit no members that `for in` would find. */
function clonePlain(value: Readonly<Record<string, unknown>>, depth: number): object {
  assertDepth(depth)
  const copy: Record<string, unknown> = {}
  for (const key in value) {
    const member = value[key]
    setMember(copy, key, typeof member === 'string' ? member : clone(member, key, depth + 1))
  }
  return copy
}

function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
  else object[key] = value
}

function assertDepth(depth: number): void {
  if (depth > maxDepth) throw new TypeError(`JSON cannot carry a cycle, or nesting beyond ${maxDepth}`)
}
