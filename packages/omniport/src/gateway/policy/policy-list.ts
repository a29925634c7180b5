import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { isObject } from '../../values/json/is-object.js'
import { RawJson } from '../../values/json/raw-json.js'
import type { PolicyKind } from './policy-target.js'

/** An object of a result. */
export type Members = Readonly<Record<string, unknown>>

/** The form of a list: the member of its items, and the one that names an item. */
export interface ListForm {
  readonly kind: PolicyKind
  readonly items: string
  readonly key: string
}

/** The methods whose results list definitions. */
export const lists: ReadonlyMap<string, ListForm> = new Map([
  ['tools/list', { kind: 'tool', items: 'tools', key: 'name' }],
  ['prompts/list', { kind: 'prompt', items: 'prompts', key: 'name' }],
  ['resources/list', { kind: 'resource', items: 'resources', key: 'uri' }],
  ['resources/templates/list', { kind: 'resource', items: 'resourceTemplates', key: 'uriTemplate' }],
  ['resources/directory/read', { kind: 'resource', items: 'resources', key: 'uri' }],
  ['skills/list', { kind: 'resource', items: 'skills', key: 'uri' }],
])

/** The result of a response as an object; undefined for an error. */
export function membersOf(response: RpcResponse | undefined): Members | undefined {
  const result = response?.result instanceof RawJson ? response.result.value : response?.result
  return isObject(result) ? result : undefined
}

/** The items of a list that have a name, each with it. Others cannot be decided about, and no client could use them. */
export function itemsOf(result: Members, { items, key }: ListForm): readonly NamedItem[] {
  const listed = result[items]
  if (!Array.isArray(listed)) return []
  return listed.flatMap((item: unknown) => {
    const name = isObject(item) ? item[key] : undefined
    return isObject(item) && typeof name === 'string' ? [{ name, item }] : []
  })
}

/** An item of a list, and the name or URI under which it is listed. */
export interface NamedItem {
  readonly name: string
  readonly item: Members
}

const encoder = new TextEncoder()

/** Encodes a result again, in the shape that it has. */
export function encodeAgain(result: unknown, revision: Revision): EncodedResult {
  return new EncodedResult(revision, encoder.encode(JSON.stringify(result)))
}

/** Replaces the result of responses; of a result that is shared by many responses, as bytes, only once. */
export class ResultMapper {
  readonly #map: (result: Members, revision: Revision) => Members
  readonly #mapped = new WeakMap<RawJson, EncodedResult>()

  /** `map` returns the same for the same result, whoever asks. */
  constructor(map: (result: Members, revision: Revision) => Members) {
    this.#map = map
  }

  map(response: RpcResponse, revision: Revision): RpcResponse {
    const members = membersOf(response)
    if (members === undefined) return response
    if (!(response.result instanceof RawJson)) return { ...response, result: this.#map(members, revision) }
    const mapped = this.#mapped.get(response.result) ?? encodeAgain(this.#map(members, revision), revision)
    this.#mapped.set(response.result, mapped)
    return { ...response, result: mapped }
  }
}
