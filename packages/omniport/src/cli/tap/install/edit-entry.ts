import type { Node } from 'jsonc-parser'
import { CliError } from '../../errors/cli-error.js'
import { type ConfigEntryNode, memberOf } from './config-entry.js'

/** The program and the arguments that start tap: `node main.js tap …`. */
export type TapLine = readonly string[]

/**
 * Puts tap before the program of an entry, and leaves all else as it is written: comments, order, spaces. An option of tap says
 * which fields were there. Returns the text unchanged if that was done before.
 *
 * @throws CliError `usage` for an entry that starts no program.
 */
export function installTap(text: string, entry: ConfigEntryNode, [program = '', ...options]: TapLine): string {
  if (findInstalled(entry) !== undefined) return text
  const command = memberOf(entry.node, 'command')
  const args = memberOf(entry.node, 'args')
  if (command?.type === 'array') {
    return insert(text, command.offset + 1, listed([program, ...options, marker('list'), '--'], command))
  }
  if (command?.type !== 'string') throw startsNothing(entry)
  const original = textOf(text, command)
  if (args !== undefined && args.type !== 'array') {
    throw new CliError('invalid_config', `${entry.name}: args must be a list, so the entry is left as it is`)
  }
  const start = [...options, marker(args === undefined ? 'command' : 'args'), '--']
  const prefix = `${start.map((word) => JSON.stringify(word)).join(', ')}, ${original}`
  const edits =
    args === undefined
      ? [{ at: end(command), length: 0, text: `, "args": [${prefix}]` }]
      : [{ at: args.offset + 1, length: 0, text: `${prefix}${isEmpty(args) ? '' : ','}` }]
  return applyEdits(text, [...edits, { at: command.offset, length: command.length, text: JSON.stringify(program) }])
}

/** Removes what `installTap` put into an entry; edits made since stay. Returns the text unchanged if there is nothing. */
export function uninstallTap(text: string, entry: ConfigEntryNode): string {
  const installed = findInstalled(entry)
  if (installed === undefined) return text
  const { list, kind, words, original } = installed
  const command = memberOf(entry.node, 'command')
  const rest = words[words.indexOf(original) + 1]
  const last = kind === 'list' ? words[words.indexOf(original) - 1] : original
  if (command === undefined || last === undefined) return text
  const from = list.offset + 1
  if (kind === 'list') return applyEdits(text, [{ at: from, length: afterComma(text, last) - from, text: '' }])
  const restored = { at: command.offset, length: command.length, text: textOf(text, original) }
  if (kind === 'command' && rest === undefined) {
    return applyEdits(text, [restored, removeMember(text, entry.node, list)])
  }
  const length = (rest === undefined ? end(last) : afterComma(text, last)) - from
  return applyEdits(text, [restored, { at: from, length, text: '' }])
}

type Kind = 'args' | 'command' | 'list'

interface Installed {
  /** The list with the words of tap. */
  readonly list: Node
  readonly kind: Kind
  readonly words: readonly Node[]
  /** The program that tap starts, among the words. */
  readonly original: Node
}

function findInstalled({ node }: ConfigEntryNode): Installed | undefined {
  for (const name of ['args', 'command']) {
    const list = memberOf(node, name)
    const words = list?.type === 'array' ? (list.children ?? []) : []
    const at = words.findIndex(({ value }) => typeof value === 'string' && markerPattern.test(value))
    const [, kind] = markerPattern.exec(String(words[at]?.value)) ?? []
    const original = words[at + 2]
    const isWhole = words[at + 1]?.value === '--' && original?.type === 'string'
    if (list !== undefined && kind !== undefined && isWhole) return { list, kind: kind as Kind, words, original }
  }
  return undefined
}

const markerPattern = /^--installed=(args|command|list)$/

function marker(kind: Kind): string {
  return `--installed=${kind}`
}

function startsNothing({ name, node }: ConfigEntryNode): CliError {
  const hasAddress = ['url', 'httpUrl', 'serverUrl', 'baseUrl'].some((field) => memberOf(node, field) !== undefined)
  const advice = hasAddress
    ? 'run "omniport tap <url>", and put the address that it prints into the entry'
    : 'it has no command'
  return new CliError('usage', `${name} starts no program: ${advice}`)
}

interface TextEdit {
  readonly at: number
  readonly length: number
  readonly text: string
}

/** Applies edits that do not overlap. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const fromEnd = [...edits].sort((left, right) => right.at - left.at)
  return fromEnd.reduce((rest, edit) => rest.slice(0, edit.at) + edit.text + rest.slice(edit.at + edit.length), text)
}

function insert(text: string, at: number, inserted: string): string {
  return applyEdits(text, [{ at, length: 0, text: inserted }])
}

function listed(words: readonly string[], list: Node): string {
  return `${words.map((word) => JSON.stringify(word)).join(', ')}${isEmpty(list) ? '' : ','}`
}

function isEmpty({ children = [] }: Node): boolean {
  return children.length === 0
}

function textOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length)
}

function end({ offset, length }: Node): number {
  return offset + length
}

/** The offset after the comma that follows a node. Comments between them go with it. */
function afterComma(text: string, node: Node): number {
  const gap = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end(node)))
  return end(node) + (gap?.[0].length ?? 0)
}

/** Removes a member with the comma before it, or else the one after it. */
function removeMember(text: string, object: Node, value: Node): TextEdit {
  const members = object.children ?? []
  const at = members.findIndex(({ children }) => children?.[1] === value)
  const [member, before] = [members[at], members[at - 1]]
  if (member === undefined) return { at: 0, length: 0, text: '' }
  const from = before === undefined ? member.offset : end(before)
  const to = before === undefined ? afterComma(text, member) : end(member)
  return { at: from, length: to - from, text: '' }
}
