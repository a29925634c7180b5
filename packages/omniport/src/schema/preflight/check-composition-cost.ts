import type { JsonObject } from '../../values/json/json-object.js'
import { SchemaError } from '../schema-error.js'
import type { RefTargets } from './resolve-refs.js'
import type { SchemaIndex } from './schema-index.js'
import { type Subschema, subschemas } from './subschemas.js'

/** The maximum number of schemas that apply to one value, without its parts. */
const maxCost = 20_000

/** The maximum chain of schemas that apply to one value. */
const maxChain = 200

/** The number of schemas for one value, and their longest chain. */
interface Cost {
  readonly schemas: number
  readonly chain: number
}

/**
 * Refuses a document with endless or exploding composition: a reference that leads back to itself for the same value, and
 * references that multiply (`a` is `b` twice, `b` is `c` twice, …). Throws a `SchemaError`. spec:
 * basic/index#composition-keyword-resource-use
 */
export function checkCompositionCost(index: SchemaIndex, targets: RefTargets): void {
  const costs = new CompositionCosts(index, targets)
  for (const schema of index.schemas) costs.costOf(schema, index.location(schema).path)
}

class CompositionCosts {
  readonly #index: SchemaIndex
  readonly #targets: RefTargets
  readonly #costs = new Map<JsonObject, Cost>()
  readonly #visiting = new Set<JsonObject>()

  constructor(index: SchemaIndex, targets: RefTargets) {
    this.#index = index
    this.#targets = targets
  }

  costOf(schema: Subschema, path: string): Cost {
    if (typeof schema === 'boolean') return { schemas: 1, chain: 1 }
    const cachedCost = this.#costs.get(schema)
    if (cachedCost !== undefined) return cachedCost
    if (this.#visiting.has(schema)) {
      throw new SchemaError(path, 'the reference leads back to itself for the same value')
    }
    this.#visiting.add(schema)
    if (this.#visiting.size > maxChain) throw chainTooLongError(path)
    const cost = this.#sumParts(schema)
    if (cost.schemas > maxCost) throw new SchemaError(path, `one value would be checked more than ${maxCost} times`)
    if (cost.chain > maxChain) throw chainTooLongError(path)
    this.#visiting.delete(schema)
    this.#costs.set(schema, cost)
    return cost
  }

  #sumParts(schema: JsonObject): Cost {
    let schemas = 1
    let chain = 0
    for (const [part, path] of this.#parts(schema)) {
      const cost = this.costOf(part, path)
      schemas += cost.schemas
      chain = Math.max(chain, cost.chain)
    }
    return { schemas, chain: chain + 1 }
  }

  *#parts(schema: JsonObject): Generator<readonly [Subschema, string]> {
    const { path } = this.#index.location(schema)
    const { dialect } = this.#index.options
    for (const target of this.#targets.get(schema) ?? []) yield [target, path]
    if (dialect === 'draft-07' && this.#targets.has(schema)) return
    for (const inner of subschemas(schema, path, dialect)) if (inner.inPlace) yield [inner.schema, inner.path]
  }
}

function chainTooLongError(path: string): SchemaError {
  return new SchemaError(path, `more than ${maxChain} schemas in a chain apply to one value`)
}
