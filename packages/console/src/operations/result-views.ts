import type { Operation } from '../api/contract.js'
import { findRecords, type Records } from '../content/data-table.js'
import { isSchema as isObject, listOf, own } from '../form/schema/schema.js'

export type ResultView = 'wires' | 'table' | 'tree' | 'content' | 'raw'

/** A result by what is in it. */
export interface ResultParts {
  readonly records?: Records
  readonly structured?: unknown
  /** Content blocks of a call. */
  readonly blocks: readonly unknown[]
  /** Contents of a resource. */
  readonly contents: readonly unknown[]
  /** Messages of a prompt. */
  readonly messages: readonly unknown[]
  /** The best view first. */
  readonly views: readonly ResultView[]
}

const nothing = { structured: undefined, blocks: [], contents: [], messages: [] } as const

/** Looks into a result, whatever came. */
export function partsOf({ request, result }: Pick<Operation, 'request' | 'result'>): ResultParts {
  const map = isObject(result) ? result : {}
  if (request.kind === 'wire') return { ...nothing, views: ['wires', 'raw'] }
  if (request.kind === 'load-skill') {
    const instructions = { uri: request.uri, mimeType: 'text/markdown', text: own(map, 'text') }
    return { ...nothing, contents: [instructions], views: ['content', 'raw'] }
  }
  if (request.kind === 'read-skill-file') return { ...nothing, contents: [map], views: ['content', 'raw'] }
  const structured = own(map, 'structuredContent')
  const records = findRecords(structured)
  const [blocks, contents, messages] = [listOf(map, 'content'), listOf(map, 'contents'), listOf(map, 'messages')]
  const hasContent = blocks.length + contents.length + messages.length > 0
  const tree: readonly ResultView[] = structured === undefined && hasContent ? [] : ['tree']
  const content: readonly ResultView[] = hasContent ? ['content'] : []
  const views: ResultView[] = [
    ...(records === undefined ? [] : (['table'] as const)),
    ...(isWrapped(structured, blocks) ? [...content, ...tree] : [...tree, ...content]),
    'raw',
  ]
  return { ...(records === undefined ? {} : { records }), structured, blocks, contents, messages, views }
}

/** Whether a value has nothing but the text of the only block, which reads better by itself. */
function isWrapped(structured: unknown, blocks: readonly unknown[]): boolean {
  const [block, ...others] = blocks
  if (others.length > 0 || !isObject(structured) || !isObject(block)) return false
  const [value, ...more] = Object.values(structured)
  return more.length === 0 && typeof value === 'string' && value === own(block, 'text')
}
