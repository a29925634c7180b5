import { isObject } from '../../../values/json/is-object.js'
import type { HostTool } from '../host-tool.js'

/** A tool as it is indexed. Every field is a text, as averages would come to depend on the order otherwise. */
export interface IndexEntry {
  readonly id: string
  readonly name: string
  readonly server: string
  readonly title: string
  readonly description: string
  readonly parameters: string
}

/** What is indexed of a tool: of its description, and of the names of its parameters, `length` characters. */
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
 * How many characters are indexed of each description, where a server offers so many tools: fewer where they are many, so that
 * no server fills the index. It changes only when their number doubles, as all are indexed anew then.
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

/** Nobody checked that a server gives text there. */
function start(text: unknown, length: number): string {
  return typeof text === 'string' ? text.slice(0, length) : ''
}

/** Characters that are indexed of a name, a title, or the name of a parameter. */
export const maxIndexedName = 64
/** Characters that are indexed of a description, and of the names of all parameters, … */
export const maxIndexedDescription = 1_000
/** … of a server that offers so many tools; half as many where it offers up to twice that, and so on. */
const fullyIndexedTools = 500
