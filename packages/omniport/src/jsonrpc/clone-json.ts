import { RawJson } from './raw-json.js'

const maxDepth = 1_000

/**
 * A copy of a value as it would come out of JSON text: `toJSON` is honoured, undefined members are left out, NaN becomes
 * null. What stands for bytes (`RawJson`) is copied as its value.
 *
 * @throws TypeError when JSON cannot carry it: a BigInt, a cycle or nesting beyond 1,000, or nothing at all (undefined, a function, a symbol).
 */
export function cloneJson(value: unknown): unknown {
  const copy = clone(value, '', 0)
  if (copy === undefined) throw new TypeError(`JSON cannot carry ${typeof value}`)
  return copy
}

function clone(given: unknown, key: string, depth: number): unknown {
  const value = given instanceof RawJson ? given.value : replaced(given, key)
  if (value === null) return null
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return cloneNumber(value)
    case 'bigint':
      throw new TypeError('JSON cannot carry a BigInt')
    case 'object':
      return cloneObject(value, depth)
    default:
      return undefined
  }
}

/** What `toJSON` gives in place of a value: asked once, whatever it gives. */
function replaced(value: unknown, key: string): unknown {
  if (value === null || value === undefined || typeof value === 'string') return value
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' && mayReplace(value) ? toJSON.call(value, key) : value
}

/** Of the primitives only a BigInt is asked. */
function mayReplace(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'function' || typeof value === 'bigint'
}

/** JSON text has no infinities and no NaN, and `-0` is written as `0`. */
function cloneNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null
}

function cloneObject(value: object, depth: number): unknown {
  if (depth > maxDepth) throw new TypeError(`JSON cannot carry a cycle, or nesting beyond ${maxDepth}`)
  if (Array.isArray(value)) return Array.from(value, (item, index) => clone(item, String(index), depth + 1) ?? null)
  if (value instanceof String) return String(value)
  if (value instanceof Number) return cloneNumber(Number(value))
  if (value instanceof Boolean) return value.valueOf()
  if (value instanceof BigInt) throw new TypeError('JSON cannot carry a BigInt')
  return cloneMembers(value as Record<string, unknown>, depth)
}

function cloneMembers(value: Record<string, unknown>, depth: number): object {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = clone(value[key], key, depth + 1)
    if (member === undefined) continue
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: member, enumerable: true, writable: true, configurable: true })
    else copy[key] = member
  }
  return copy
}
