import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../wire/is-record.js'
import type { Revision } from '../wire/revisions.js'
import type { Case, Exchange, Transcript } from './parse-transcript.js'
import type { Outcome } from './run-case.js'

/**
 * The text of a transcript with what the server said now. Answers that still fit stay as they are written; others are
 * written anew, with the placeholders of the head, `⟨revision⟩` if the file has several, and `⟨id⟩` for ids of errors.
 */
export function formatTranscript(
  transcript: Transcript,
  revision: Revision,
  outcomes: ReadonlyMap<Case, readonly Outcome[]>,
): string {
  const named = new Map(transcript.definitions)
  if (transcript.revisions.length > 1) named.set('revision', revision)
  const blocks = transcript.cases.map((one) => formatCase(one, outcomes.get(one) ?? [], named))
  return `${[transcript.head, ...blocks].join('\n\n')}\n`
}

type Named = ReadonlyMap<string, unknown>

function formatCase({ sentence, exchanges }: Case, outcomes: readonly Outcome[], named: Named): string {
  const lines = exchanges.flatMap((exchange, index) => formatExchange(exchange, outcomes[index], named))
  return [`# ${sentence}`, ...lines].join('\n')
}

function formatExchange({ actions, answers }: Exchange, outcome: Outcome | undefined, named: Named): string[] {
  const done = actions.map(({ source }) => source)
  if (outcome === undefined) return done
  if (outcome.actual.length === 0) return actions.some(({ kind }) => kind !== 'comment') ? [...done, '< nothing'] : done
  const said = outcome.actual.map((message, index) => {
    const answer = answers[index]
    const fits = answer !== undefined && isDeepStrictEqual(message, outcome.expected[index])
    return fits ? answer.source : `< ${formatJson(abbreviate(withoutJsonrpc(message), named), 2)}`
  })
  return [...done, ...said]
}

function withoutJsonrpc(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withoutJsonrpc)
  if (!isRecord(message)) return message
  const { jsonrpc: _, ...rest } = message
  return rest
}

function abbreviate(value: unknown, named: Named): unknown {
  for (const [name, meaning] of named) if (isDeepStrictEqual(value, meaning)) return `⟨${name}⟩`
  if (typeof value === 'string') return value.replace(/(?<=^internal error )[0-9a-f]{8}$/, '⟨id⟩')
  if (Array.isArray(value)) return value.map((item) => abbreviate(item, named))
  if (!isRecord(value)) return value
  const [spread = '', meaning = {}] = [...named].find(([, meaning]) => isRecord(meaning) && holds(value, meaning)) ?? []
  const members = Object.entries(value)
    .filter(([key]) => spread === '' || !isRecord(meaning) || !Object.hasOwn(meaning, key))
    .map(([key, member]): [string, unknown] => [key, abbreviate(member, named)])
  return Object.fromEntries(spread === '' ? members : [['...', `⟨${spread}⟩`], ...members])
}

function holds(value: Readonly<Record<string, unknown>>, members: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(members)
  return entries.length > 0 && entries.every(([key, member]) => isDeepStrictEqual(value[key], member))
}

const width = 118

/** JSON on one line where there is room, else a line per member, all but the first indented; lists of texts stay together. */
function formatJson(value: unknown, indent: number, used = indent): string {
  const line = JSON.stringify(value).replace(/[\u2028\u2029]/g, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))
  if (used + line.length <= width || typeof value !== 'object' || value === null) return line
  const isArray = Array.isArray(value)
  if (isArray && value.every((item) => typeof item !== 'object')) return line
  const members = Object.entries(value).map(([key, member]) => {
    const name = isArray ? '' : `${JSON.stringify(key)}:`
    return `${' '.repeat(indent + 2)}${name}${formatJson(member, indent + 2, indent + 2 + name.length)}`
  })
  const end = ' '.repeat(indent)
  return isArray ? `[\n${members.join(',\n')}\n${end}]` : `{\n${members.join(',\n')}\n${end}}`
}
