import { isObject } from '../../../values/json/is-object.js'
import type { HostTool } from '../host-tool.js'

/** A tool in the search index. Every field is a string: missing ones would make averages depend on the order. */
export interface IndexEntry {
  readonly id: string
  readonly name: string
  readonly server: string
  readonly title: string
  readonly description: string
  readonly parameters: string
}

/** Converts a tool for the index, with `length` characters of its description and of its parameter names. */
export function toIndexEntry(tool: HostTool, length: number): IndexEntry {
  return {
    id: tool.name,
    name: start(tool.tool, maxIndexedName),
    server: start(tool.server, maxIndexedName),
    title: start(tool.title ?? tool.annotations?.title, maxIndexedName),
    description: start(tool.description, length),
    parameters: parametersOf(tool, length),
  }
}

/**
 * Returns how many characters of each description to index for a server with this many tools: fewer for many tools, so that no
 * server fills the index. The result only changes when the number doubles, since all are then indexed again.
 */
export function indexedLength(tools: number): number {
  const halvings = Math.ceil(Math.log2(Math.max(1, tools / fullyIndexedTools)))
  return Math.floor(maxIndexedDescription / 2 ** halvings)
}

function parametersOf({ inputSchema }: HostTool, length: number): string {
  const { properties } = inputSchema
  if (!isObject(properties)) return ''
  let text = ''
  for (const name in properties) {
    if (text.length >= length) break
    text += `${start(name, maxIndexedName)} `
  }
  return text.slice(0, length)
}

/** The beginning of a string; other types, which a server may send, count as empty. */
function start(text: unknown, length: number): string {
  return typeof text === 'string' ? text.slice(0, length) : ''
}

/** Limit of indexed characters of a name, a title, or a parameter's name. */
export const maxIndexedName = 64
/** Limit of indexed characters of a description, and of all parameter names, … */
export const maxIndexedDescription = 1_000
/** … for a server with up to this many tools; half of it for up to twice as many, and so on. */
const fullyIndexedTools = 500
