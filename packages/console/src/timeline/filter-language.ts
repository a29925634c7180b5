import type { MessageRecord } from '../api/contract.js'

/** A filter that was typed. */
export interface MessageFilter {
  matches(record: MessageRecord): boolean
  /** What is wrong with it, in its words. */
  readonly problem?: string
}

type Condition = (record: MessageRecord) => boolean

const names = ['method', 'server', 'status', 'id', 'dir', 'kind', 'name', 'span', 'http']

/**
 * Parses the language of the filter: conditions with spaces between them must all hold. Words are searched everywhere, `"two words"`
 * too; `method:tools/call`, `server:notes`, `status:error`, `status:404`, `id:41`, `dir:out`, `kind:stderr`, `>100ms`, `<1s`, `>10kb`;
 * a minus before a condition turns it around.
 */
export function parseFilter(text: string): MessageFilter {
  const problems: string[] = []
  const parts = [...text.matchAll(/(-?)((?:[\w-]+:)?"[^"]*"?|\S+)/g)]
  const conditions = parts.map(([, minus, part = '']): Condition => {
    const condition = toCondition(part, problems)
    return minus === '-' ? (record) => !condition(record) : condition
  })
  const matches = (record: MessageRecord) => conditions.every((condition) => condition(record))
  return problems[0] === undefined ? { matches } : { matches, problem: problems[0] }
}

function toCondition(part: string, problems: string[]): Condition {
  const [, sign, digits, unit] = /^([<>])=?(\d+(?:\.\d+)?)(ms|s|b|kb|mb)$/i.exec(part) ?? []
  if (sign !== undefined) return toBound(sign, Number(digits), (unit ?? '').toLowerCase())
  const [, name, value = ''] = /^([\w-]+):(.*)$/.exec(part) ?? []
  if (name === undefined) return toWord(part.replaceAll('"', '').toLowerCase())
  const wanted = value.replaceAll('"', '').toLowerCase()
  if (wanted === '') return () => true
  const condition = toMember(name, wanted)
  if (condition !== undefined) return condition
  problems.push(`${name}: is no condition; there are ${names.map((each) => `${each}:`).join(' ')}`)
  return () => true
}

function toWord(word: string): Condition {
  return ({ method, name, server, summary, requestLine, id }) =>
    [method, name, server, summary, requestLine, id].some((each) => each?.toLowerCase().includes(word))
}

function toMember(name: string, wanted: string): Condition | undefined {
  const has = (value: string | undefined) => value?.toLowerCase().includes(wanted) === true
  switch (name) {
    case 'method':
      return ({ method }) => has(method)
    case 'server':
      return ({ server }) => server.toLowerCase() === wanted
    case 'status':
      return toStatus(wanted)
    case 'id':
      return ({ id }) => id === wanted || id === `"${wanted}"`
    case 'dir':
      return ({ from }) => from === (['out', 'client', 'sent'].includes(wanted) ? 'client' : 'server')
    case 'kind':
      return ({ kind, isAuth }) => kind === wanted || (wanted === 'auth' && isAuth === true)
    case 'name':
      return (record) => has(record.name)
    case 'span':
      return ({ span }) => span?.toLowerCase() === wanted
    case 'http':
      return ({ requestLine }) => has(requestLine)
    default:
      return undefined
  }
}

function toStatus(wanted: string): Condition {
  if (['error', 'failed', 'fail'].includes(wanted)) return ({ isFailure }) => isFailure
  if (wanted === 'ok') return ({ isFailure, kind }) => !isFailure && kind === 'response'
  const pattern = wanted.replaceAll('x', '')
  return ({ status }) => status !== undefined && String(status).startsWith(pattern)
}

const factors: Readonly<Record<string, number>> = { ms: 1, s: 1_000, b: 1, kb: 1_024, mb: 1_048_576 }

function toBound(sign: string, digits: number, unit: string): Condition {
  const bound = digits * (factors[unit] ?? 1)
  const isTime = unit === 'ms' || unit === 's'
  return ({ ms, bytes }) => {
    const value = isTime ? ms : bytes
    return value !== undefined && (sign === '>' ? value > bound : value < bound)
  }
}
