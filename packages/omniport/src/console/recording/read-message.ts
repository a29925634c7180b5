import type { RecordedLine } from '../../entries/protocol.js'
import type { MessageRecord } from '../contract.js'

/** What a record says of the content. */
export type MessageFacts = Pick<MessageRecord, 'kind'> &
  Partial<Pick<MessageRecord, 'method' | 'id' | 'name' | 'summary' | 'requestLine' | 'status'>> & {
    readonly isFailure: boolean
  }

/** Reads what a recorded line says, in short. Everything in it may be wrong. */
export function readMessage(line: RecordedLine): MessageFacts {
  const head = headOf(line)
  if (line.stream === 'stderr') return { kind: 'stderr', isFailure: false, summary: short(line.text ?? '') }
  if (line.end !== undefined || line.error !== undefined) return readEnd(line)
  if (isObject(line.message)) {
    const facts = readObject(line.message)
    return { ...head, ...facts, isFailure: facts.isFailure || head.isFailure }
  }
  if (Array.isArray(line.message)) return { ...head, kind: 'other', summary: `batch of ${line.message.length}` }
  const summary = line.text === undefined ? {} : { summary: short(line.text) }
  const isHead = line.request !== undefined || line.status !== undefined
  return { ...head, ...summary, kind: isHead ? 'http' : 'other' }
}

function headOf({ request, status }: RecordedLine): Pick<MessageFacts, 'requestLine' | 'status' | 'isFailure'> {
  return {
    ...(request !== undefined && { requestLine: short(`${request.method} ${request.path}`) }),
    ...(status !== undefined && { status }),
    isFailure: status !== undefined && status >= 400,
  }
}

function readEnd({ end, from, code, signal, error, transport }: RecordedLine): MessageFacts {
  if (error !== undefined) return { kind: 'event', isFailure: true, summary: short(error) }
  if (end === 'exit') {
    const how = signal === undefined ? `exited with ${code ?? 'no code'}` : `was ended by ${signal}`
    return { kind: 'event', isFailure: code !== 0 && signal !== 'SIGTERM', summary: `The program ${how}` }
  }
  if (end === 'aborted') return { kind: 'event', isFailure: true, summary: `The ${from} broke the exchange off` }
  const what = transport === 'http' ? 'The stream ended' : from === 'client' ? 'stdin was closed' : 'stdout was closed'
  return { kind: 'event', isFailure: false, summary: what }
}

type JsonMembers = { readonly [name: string]: unknown }

function readObject(message: JsonMembers): MessageFacts {
  const { method, id, params, result, error } = message
  const idFact = id === undefined ? {} : { id: short(JSON.stringify(id)) }
  if (typeof method === 'string') {
    const name = isObject(params) ? nameOf(params) : undefined
    return {
      kind: id === undefined ? 'notification' : 'request',
      method: short(method),
      ...idFact,
      ...(name !== undefined && { name: short(name) }),
      ...summaryOfParams(method, params),
      isFailure: false,
    }
  }
  if (isObject(error)) {
    return { kind: 'error', ...idFact, summary: short(`${error['code']} ${error['message']}`), isFailure: true }
  }
  if (result === undefined) return { kind: 'other', ...idFact, isFailure: false }
  return { kind: 'response', ...idFact, ...readResult(result) }
}

function readResult(result: unknown): Pick<MessageFacts, 'summary' | 'isFailure'> {
  if (!isObject(result)) return { isFailure: false }
  const isFailure = result['isError'] === true
  if (typeof result['resultType'] === 'string' && result['resultType'] !== 'complete') {
    return { isFailure, summary: short(result['resultType'].replaceAll('_', ' ')) }
  }
  const [first] = Array.isArray(result['content']) ? result['content'] : []
  if (isObject(first) && typeof first['text'] === 'string') return { isFailure, summary: short(first['text']) }
  for (const name of ['tools', 'resources', 'resourceTemplates', 'prompts', 'contents', 'messages']) {
    const list = result[name]
    if (Array.isArray(list)) return { isFailure, summary: `${list.length} ${name}` }
  }
  return { isFailure }
}

function nameOf(params: JsonMembers): string | undefined {
  const found = ['name', 'uri', 'taskId', 'level', 'logger'].map((key) => params[key])
  return found.find((value) => typeof value === 'string')
}

function summaryOfParams(method: string, params: unknown): Pick<MessageFacts, 'summary'> {
  if (!isObject(params)) return {}
  if (typeof params['message'] === 'string') return { summary: short(params['message']) }
  if (method === 'notifications/progress') {
    const total = params['total'] === undefined ? '' : ` of ${String(params['total'])}`
    return { summary: short(`${String(params['progress'])}${total}`) }
  }
  const shown = params['arguments'] ?? params['data'] ?? params['reason']
  return shown === undefined ? {} : { summary: short(typeof shown === 'string' ? shown : JSON.stringify(shown)) }
}

export function isObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function short(text: string): string {
  const line = text
    .slice(0, 2 * maxCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line
}

const maxCharacters = 200
