import { type JsonNode, type JsonPath, nodeAt } from './json-node.js'
import { parseJson } from './parse-json.js'

/**
 * Puts a value, given as JSON text, at a path of a JSON text. Everything else stays as it was typed: spaces, the order of members,
 * the digits of numbers. Objects and arrays on the way are made. A text that is no JSON, or has another kind of value on the way,
 * is returned as it is.
 */
export function setJson(text: string, path: JsonPath, json: string): string {
  const document = text.trim() === '' ? '{}' : text
  const parsed = parseJson(document)
  if ('problem' in parsed) return text
  const found = nodeAt(parsed.node, path)
  if (found !== undefined) return splice(document, [found.start, found.end], json)
  const parent = nodeAt(parsed.node, path.slice(0, -1))
  const step = path.at(-1)
  if (step === undefined) return text
  if (parent === undefined) return setJson(text, path.slice(0, -1), wrapJson(step, json))
  if (parent.kind === 'object' && typeof step === 'string') {
    return insert(document, parent, `${JSON.stringify(step)}: ${json}`)
  }
  return parent.kind === 'array' && step === parent.items.length ? insert(document, parent, json) : text
}

/** Removes the member or item at a path, with its comma. */
export function removeJson(text: string, path: JsonPath): string {
  const parsed = parseJson(text)
  const step = path.at(-1)
  if ('problem' in parsed || step === undefined) return text
  const parent = nodeAt(parsed.node, path.slice(0, -1))
  if (parent === undefined || (parent.kind !== 'object' && parent.kind !== 'array')) return text
  const parts = partsOf(parent)
  const index = parent.kind === 'array' ? Number(step) : parent.members.findLastIndex(({ name }) => name === step)
  const part = parts[index]
  if (part === undefined) return text
  const before = parts[index - 1]
  const after = parts[index + 1]
  if (before !== undefined) return splice(text, [before.end, part.end], '')
  if (after !== undefined) return splice(text, [part.start, after.start], '')
  return splice(text, [parent.start + 1, parent.end - 1], '')
}

/** Changes places with the item before. */
export function raiseJson(text: string, path: JsonPath): string {
  const parsed = parseJson(text)
  const index = path.at(-1)
  if ('problem' in parsed || typeof index !== 'number') return text
  const item = nodeAt(parsed.node, path)
  const before = nodeAt(parsed.node, [...path.slice(0, -1), index - 1])
  if (item === undefined || before === undefined) return text
  const moved = splice(text, [item.start, item.end], text.slice(before.start, before.end))
  return splice(moved, [before.start, before.end], text.slice(item.start, item.end))
}

function wrapJson(step: string | number, json: string): string {
  return typeof step === 'number' ? `[${json}]` : `{ ${JSON.stringify(step)}: ${json} }`
}

function partsOf(node: JsonNode): readonly { readonly start: number; readonly end: number }[] {
  if (node.kind === 'array') return node.items
  return node.kind === 'object' ? node.members.map(({ start, value }) => ({ start, end: value.end })) : []
}

/** Adds a part at the end, on a line of its own where the others have theirs. */
function insert(text: string, parent: JsonNode, part: string): string {
  const last = partsOf(parent).at(-1)
  const outer = /\n([ \t]*)[^\n]*$/.exec(`\n${text.slice(0, parent.start)}`)?.[1] ?? ''
  if (last === undefined) return splice(text, [parent.start + 1, parent.end - 1], `\n${outer}  ${part}\n${outer}`)
  const before = text.slice(parent.start, last.start)
  const line = /\n[ \t]*$/.exec(before)?.[0] ?? (before.includes('\n') ? `\n${outer}  ` : ' ')
  return splice(text, [last.end, last.end], `,${line}${part}`)
}

function splice(text: string, [start, end]: readonly [number, number], replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}
