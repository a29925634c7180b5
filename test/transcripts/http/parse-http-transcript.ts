import { isRecord } from '../../wire/is-record.js'
import { type Revision, revisions } from '../../wire/revisions.js'
import { entriesOf } from '../entries-of.js'
import { parseHead, parseNames } from '../parse-head.js'
import { parseJson } from '../parse-json.js'
import { type HttpExchange, parseExchanges } from './parse-exchanges.js'
import { parseHeader } from './parse-header.js'

/** A file of HTTP cases, as `README.md` describes it. */
export interface HttpTranscript {
  /** The text before the first case, kept as it is. */
  readonly head: string
  readonly revisions: readonly Revision[]
  /** The variant of the fixture server. */
  readonly server: string
  /** Whether each case starts with a session. */
  readonly session: boolean
  /** What the client declares when it begins. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /** How the server is served. */
  readonly options: Readonly<Record<string, unknown>>
  /** Headers that each request has unless it says otherwise, by its method. */
  readonly headers: ReadonlyMap<string, HttpHeaders>
  readonly definitions: ReadonlyMap<string, unknown>
  readonly cases: readonly HttpCase[]
}

/** By name, in lower case. */
export type HttpHeaders = Readonly<Record<string, string>>

/** What happens at a new server, from a sentence on. */
export interface HttpCase {
  readonly sentence: string
  /** Its other comments, as they are. */
  readonly comments: readonly string[]
  readonly exchanges: readonly HttpExchange[]
}

/** Reads a transcript. Throws a `TypeError` that quotes the line it cannot read. */
export function parseHttpTranscript(text: string): HttpTranscript {
  const [head = '', ...blocks] = text.trimEnd().split(/\n\n(?=# )/)
  const cases = blocks.map(parseCase)
  const sentences = new Set(cases.map(({ sentence }) => sentence))
  if (sentences.size < cases.length) throw new TypeError('two cases have the same sentence')
  return { head, ...readHead(head), cases }
}

const methods = ['post', 'get', 'delete']
const settingNames = ['revisions', 'server', 'session', 'capabilities', 'options', ...methods]

function readHead(head: string): Omit<HttpTranscript, 'head' | 'cases'> {
  const { settings, definitions } = parseHead(head, settingNames)
  return {
    revisions: parseNames(settings.get('revisions'), revisions),
    server: settings.get('server') ?? 'full',
    session: settings.get('session') === 'yes',
    capabilities: parseObject(settings.get('capabilities')),
    options: parseObject(settings.get('options')),
    headers: new Map(methods.map((method) => [method.toUpperCase(), parseHeaders(settings.get(method) ?? '')])),
    definitions,
  }
}

function parseObject(json = '{}'): Readonly<Record<string, unknown>> {
  const value = parseJson(json, json)
  if (!isRecord(value)) throw new TypeError(`not an object: ${json}`)
  return value
}

function parseHeaders(text: string): HttpHeaders {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(lines.map((line) => parseHeader(line.trim())))
}

function parseCase(block: string): HttpCase {
  const [title = '', ...lines] = entriesOf(block).map((line) => line.trimEnd())
  const comments = lines.filter((line) => line.startsWith('#'))
  const exchanges = parseExchanges(lines.filter((line) => !line.startsWith('#')))
  return { sentence: title.slice(2), comments, exchanges }
}
