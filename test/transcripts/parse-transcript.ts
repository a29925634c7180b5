import { isRecord } from '../wire/is-record.js'
import { type Revision, revisions } from '../wire/revisions.js'
import { entriesOf } from './entries-of.js'
import { type TransportName, transportNames } from './open-connection.js'
import { parseHead, parseNames } from './parse-head.js'
import { parseJson, withJsonrpc } from './parse-json.js'

/** A file of cases, as `README.md` describes it. */
export interface Transcript {
  /** The text before the first case, kept as it is. */
  readonly head: string
  readonly revisions: readonly Revision[]
  /** The variant of the fixture server. */
  readonly server: string
  /** Whether each case starts after `initialize` and `notifications/initialized`. */
  readonly handshake: boolean
  /** What the client declares in it. */
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly transports: readonly TransportName[]
  /** What the placeholders of the head stand for, by name. */
  readonly definitions: ReadonlyMap<string, unknown>
  readonly cases: readonly Case[]
}

/** One connection to a new server, from a sentence on. */
export interface Case {
  readonly sentence: string
  readonly exchanges: readonly Exchange[]
}

/** What is done, and then everything the server says to it. */
export interface Exchange {
  readonly actions: readonly Action[]
  /** Empty: nothing. */
  readonly answers: readonly Answer[]
}

/** `send` is right, `wrong` is sent as it stands, `event` happens at the server, `comment` does nothing. */
export interface Action {
  readonly kind: 'send' | 'wrong' | 'event' | 'comment'
  /** As it stands in the file. */
  readonly source: string
  /** The message with its `jsonrpc`, the text of a wrong one, or the name of the event. */
  readonly value: unknown
}

/** A message of the server. */
export interface Answer {
  readonly source: string
  readonly message: unknown
}

/** Reads a transcript. Throws a `TypeError` that quotes the line it cannot read. */
export function parseTranscript(text: string): Transcript {
  const [head = '', ...blocks] = text.trimEnd().split(/\n\n(?=# )/)
  const header = readHead(head)
  const cases = blocks.map(parseCase)
  const sentences = new Set(cases.map(({ sentence }) => sentence))
  if (sentences.size < cases.length) throw new TypeError('two cases have the same sentence')
  return { head, ...header, cases }
}

const settingNames = ['revisions', 'server', 'handshake', 'capabilities', 'transports']

function readHead(head: string): Omit<Transcript, 'head' | 'cases'> {
  const { settings, definitions } = parseHead(head, settingNames)
  const transports = settings.get('transports')
  return {
    revisions: parseNames(settings.get('revisions'), revisions),
    server: settings.get('server') ?? 'full',
    handshake: settings.get('handshake') === 'yes',
    capabilities: parseCapabilities(settings.get('capabilities') ?? '{}'),
    transports: transports === undefined ? transportNames : parseNames(transports, transportNames),
    definitions,
  }
}

function parseCapabilities(json: string): Readonly<Record<string, unknown>> {
  const capabilities = parseJson(json, `capabilities: ${json}`)
  if (!isRecord(capabilities)) throw new TypeError(`capabilities are an object: ${json}`)
  return capabilities
}

function parseCase(block: string): Case {
  const [title = '', ...lines] = entriesOf(block)
  const exchanges: { actions: Action[]; answers: Answer[]; isAnswered: boolean }[] = []
  for (const line of lines) {
    let exchange = exchanges.at(-1)
    const isAnswer = line.startsWith('<')
    if (exchange === undefined || (exchange.isAnswered && !isAnswer)) {
      exchange = { actions: [], answers: [], isAnswered: false }
      exchanges.push(exchange)
    }
    if (!isAnswer) exchange.actions.push(parseAction(line))
    else exchange.isAnswered = true
    if (isAnswer && line !== '< nothing') exchange.answers.push(parseAnswer(line))
  }
  return { sentence: title.slice(2), exchanges }
}

function parseAction(line: string): Action {
  const [, mark, rest = ''] = /^(# ?|>! |> |! )(.*)$/s.exec(line) ?? []
  if (mark === '> ') return { kind: 'send', source: line, value: withJsonrpc(parseJson(rest, line)) }
  if (mark === '>! ') return { kind: 'wrong', source: line, value: rest }
  if (mark === '! ') return { kind: 'event', source: line, value: rest }
  if (mark?.startsWith('#') === true) return { kind: 'comment', source: line, value: undefined }
  throw new TypeError(`not a line of a case: ${line}`)
}

function parseAnswer(line: string): Answer {
  return { source: line, message: withJsonrpc(parseJson(line.slice(2), line)) }
}
