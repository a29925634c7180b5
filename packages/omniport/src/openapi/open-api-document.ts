import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import { pointerKeys } from '../values/json/json-pointer.js'
import { nestsDeeper } from '../values/json/nests-deeper.js'
import { Unsupported } from './open-api-error.js'

/** A part of a document, and the methods and paths that are below it. */
export interface PathOperation {
  readonly method: Method
  readonly path: string
  readonly operation: JsonObject
  /** What the path says for all of its operations. */
  readonly shared: readonly unknown[]
}

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

const maxDepth = 64
const maxPaths = 2_000

/** Reads a parsed OpenAPI document, which may be hostile: only its own members, and only within it. */
export class OpenApiDocument {
  readonly #root: JsonObject

  /** @throws TypeError for what is no document of version 3.0 or 3.1, or nests too deeply. */
  constructor(document: unknown) {
    if (!isJsonObject(document)) {
      throw new TypeError('fromOpenApi: the document must be an object; parse its JSON or YAML before')
    }
    const version = own(document, 'openapi')
    if (typeof version !== 'string' || !/^3\.[01]\./.test(version)) {
      throw new TypeError(`fromOpenApi: "openapi" must be 3.0 or 3.1; got ${JSON.stringify(version)?.slice(0, 40)}`)
    }
    if (nestsDeeper(document, maxDepth)) {
      throw new TypeError(`fromOpenApi: the document nests deeper than ${maxDepth} levels`)
    }
    this.#root = document
  }

  /** @throws TypeError for too many paths. */
  operations(): readonly PathOperation[] {
    const paths = own(this.#root, 'paths')
    const entries = isJsonObject(paths) ? Object.entries(paths) : []
    if (entries.length > maxPaths) throw new TypeError(`fromOpenApi: the document has more than ${maxPaths} paths`)
    return entries.flatMap(([path, item]) => {
      if (!isJsonObject(item) || !path.startsWith('/')) return []
      const shared = own(item, 'parameters')
      return methods.flatMap((method) => {
        const operation = own(item, method)
        return isJsonObject(operation) ? [{ method, path, operation, shared: Array.isArray(shared) ? shared : [] }] : []
      })
    })
  }

  /** The object that `value` is or refers to. @throws Unsupported for what is no object in the document. */
  resolve(value: unknown): JsonObject {
    let found = value
    for (let step = 0; step < maxSteps && isJsonObject(found); step += 1) {
      const ref = own(found, '$ref')
      if (ref === undefined) return found
      found = this.#find(ref)
    }
    throw new Unsupported(`${JSON.stringify(value)?.slice(0, 100)} leads to nothing in the document`)
  }

  #find(ref: unknown): unknown {
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined
    return pointerKeys(ref.slice(1)).reduce<unknown>(
      (at, key) => (isJsonObject(at) ? own(at, key) : undefined),
      this.#root,
    )
  }
}

/** References that lead to references. */
const maxSteps = 16

/** A member that an object has itself. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
