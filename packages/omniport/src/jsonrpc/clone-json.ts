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

function clone(value: unknown, key: string, depth: number): unknown {
  if (value === null) return null
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      throw new TypeError('JSON cannot carry a BigInt')
    case 'object':
      return cloneObject(value, key, depth)
    default:
      return undefined
  }
}

function cloneObject(value: object, key: string, depth: number): unknown {
  if (depth > maxDepth) throw new TypeError(`JSON cannot carry a cycle, or nesting beyond ${maxDepth}`)
  if (value instanceof RawJson) return clone(value.value, key, depth)
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return clone(toJSON.call(value, key), key, depth + 1)
  if (Array.isArray(value)) return value.map((item, index) => clone(item, String(index), depth + 1) ?? null)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return clone(value.valueOf(), key, depth)
  return cloneMembers(value as Record<string, unknown>, depth)
}

function cloneMembers(value: Record<string, unknown>, depth: number): object {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = clone(value[key], key, depth + 1)
    if (member === undefined) continue
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true, writable: true, configurable: true })
    else copy[key] = member
  }
  return copy
}
