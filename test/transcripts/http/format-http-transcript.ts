import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Revision } from '../../wire/revisions.js'
import { abbreviate, abbreviateText, type Names, namesOf } from '../abbreviate.js'
import { formatJson } from '../format-json.js'
import { withoutJsonrpc } from '../parse-json.js'
import type { HttpExchange } from './parse-exchanges.js'
import type { HttpCase, HttpTranscript } from './parse-http-transcript.js'
import type { Reply, SseEvent } from './reply.js'
import type { HttpOutcome, HttpRan } from './run-http-case.js'

/**
 * The text of a transcript with what came of each request now. What still fits stays as it is written; the rest is written
 * anew, with the placeholders of the head, `⟨revision⟩` if the file has several, and those of ids.
 */
export function formatHttpTranscript(
  transcript: HttpTranscript,
  revision: Revision,
  runs: ReadonlyMap<HttpCase, HttpRan>,
): string {
  const blocks = transcript.cases.map((one) => {
    const { outcomes = [], ids = new Map<string, string>() } = runs.get(one) ?? {}
    const names = namesOf(transcript, revision, ids)
    const exchanges = one.exchanges.map((exchange, index) =>
      formatExchange(exchange, outcomes[index], names).join('\n'),
    )
    return [`# ${one.sentence}`, ...one.comments, exchanges.join('\n\n')].join('\n')
  })
  return `${[transcript.head, ...blocks].join('\n\n')}\n`
}

function formatExchange(
  { actions, replies }: HttpExchange,
  outcome: HttpOutcome | undefined,
  names: Names,
): readonly string[] {
  const done = actions.flatMap(({ source }) => source)
  if (outcome === undefined) return done
  const { expected, actual } = outcome
  if (actual.size === 0) return [...done, '< nothing']
  const asked = actions.flatMap((action) => ('connection' in action ? [action.connection] : []))
  const order = [...actual].sort(([one], [other]) => Number(asked.includes(other)) - Number(asked.includes(one)))
  const reported = order.flatMap(([connection, reply]) => {
    const fits = isDeepStrictEqual(reply, expected.get(connection))
    return fits ? (replies.get(connection)?.source ?? []) : formatReply(connection, reply, names)
  })
  return [...done, ...reported]
}

function formatReply(connection: string, { status, headers = {}, body, events, end }: Reply, names: Names): string[] {
  const indent = connection.length + 2
  const head = status === undefined ? [] : [`${status} ${STATUS_CODES[status]}`]
  const lines = Object.entries(headers).map(([name, value]) => `${titleOf(name)}: ${abbreviateText(value, names)}`)
  const text = body === undefined ? [] : ['', formatValue(body, { names, indent, used: indent })]
  const blocks = events.map((event) => formatEvent(event, names, indent))
  const streamed = blocks.flatMap((block, index) => (index > 0 || status !== undefined ? ['', ...block] : block))
  const ending = end === undefined ? [] : [`(${end})`]
  return [...head, ...lines, ...text, ...streamed, ...ending].map((line) => `${connection}< ${line}`.trimEnd())
}

function formatEvent({ event, id, data, retry, comment }: SseEvent, names: Names, indent: number): string[] {
  const used = indent + 'data: '.length
  return [
    ...(comment === undefined ? [] : [`: ${comment}`.trimEnd()]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${abbreviateText(id, names)}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(data === undefined ? [] : [`data: ${formatValue(data, { names, indent, used })}`.trimEnd()]),
  ]
}

interface Location {
  readonly names: Names
  readonly indent: number
  readonly used: number
}

function formatValue(value: unknown, { names, indent, used }: Location): string {
  if (typeof value === 'string') return abbreviateText(value, names)
  return formatJson(abbreviate(withoutJsonrpc(value), names), indent, used)
}

function titleOf(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
