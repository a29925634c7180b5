import { appendPointer } from '../values/json/json-pointer.js'
import { SchemaError } from './schema-error.js'

/** The limits of a copy: UTF-8 bytes of its JSON text, and levels of arrays and objects. */
export interface CopyLimits {
  readonly bytes: number
  readonly depth: number
}

const unlimited: CopyLimits = { bytes: Number.POSITIVE_INFINITY, depth: 500 }

/**
 * Returns a frozen copy of a JSON value that shares nothing with the original. Undefined members are left out; `__proto__` is
 * an ordinary member. Throws a `SchemaError` for a value that is not JSON or exceeds `limits`, which also bound the work;
 * without them only cycles and extreme depth are refused.
 */
export function copyJson(value: unknown, limits: CopyLimits = unlimited): unknown {
  return new Copier(limits).copy(value, '', 0)
}

class Copier {
  readonly #limits: CopyLimits
  #bytes = 0

  constructor(limits: CopyLimits) {
    this.#limits = limits
  }

  copy(value: unknown, path: string, depth: number): unknown {
    if (typeof value === 'object' && value !== null) {
      if (depth >= this.#limits.depth)
        throw new SchemaError('', `it is nested deeper than ${this.#limits.depth} levels`)
      return Object.freeze(Array.isArray(value) ? this.#array(value, path, depth) : this.#object(value, path, depth))
    }
    if (typeof value === 'string') this.#countText(value)
    else if (value === null || typeof value === 'boolean' || typeof value === 'number')
      this.#count(String(value).length)
    else throw new SchemaError(path, value === undefined ? 'undefined is not JSON' : `a ${typeof value} is not JSON`)
    return value
  }

  #array(value: readonly unknown[], path: string, depth: number): unknown[] {
    this.#count(2)
    return Array.from(value, (item, index) => {
      this.#count(1)
      return this.copy(item, appendPointer(path, index), depth + 1)
    })
  }

  #object(value: object, path: string, depth: number): object {
    this.#count(2)
    const copy = {}
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      this.#countText(name)
      this.#count(2)
      const copied = this.copy(member, appendPointer(path, name), depth + 1)
      Object.defineProperty(copy, name, { value: copied, enumerable: true })
    }
    return copy
  }

  #countText(text: string): void {
    this.#count(text.length + 2)
    this.#count(new TextEncoder().encode(JSON.stringify(text)).length - text.length - 2)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#limits.bytes) throw new SchemaError('', `it is larger than ${this.#limits.bytes} bytes`)
  }
}
