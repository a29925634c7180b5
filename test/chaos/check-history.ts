import type { CallKind, ChaosEvent, ChaosHistory } from './history.js'

/** What a history shows. */
export interface ChaosReport {
  /** What must never be. */
  readonly violations: readonly string[]
  readonly calls: number
  readonly answered: number
  readonly failed: number
  /** Tasks that ran again, because their lease or their store was lost. */
  readonly repeatedTasks: number
  /** Streams that a client went on with after its connection broke, and those whose events were gone. */
  readonly resumed: number
  readonly gaps: number
  /** Errors, by the kind of the call and their text. */
  readonly errors: ReadonlyMap<string, number>
}

/** Holds a history against what is promised. */
export function checkHistory({ events, steps, graceMs }: ChaosHistory): ChaosReport {
  const calls = new Map<string, CallRecord>()
  const violations: string[] = []
  for (const event of events) {
    if (event.type === 'called') begin(calls, event, violations)
    else if ('call' in event) add(calls, event, violations)
  }
  for (const [name, call] of calls) violations.push(...checkCall(name, call, { steps, graceMs }))
  violations.push(...checkStreams(events))
  const all = [...calls.values()]
  const failures = all.flatMap(({ kind, answers }) =>
    answers.flatMap(({ error }) => (error === undefined ? [] : [`${kind}: ${error}`])),
  )
  const errors = new Map<string, number>()
  for (const error of failures) errors.set(error, (errors.get(error) ?? 0) + 1)
  return {
    violations,
    calls: all.length,
    answered: all.filter(({ answers: [first] }) => first?.text !== undefined).length,
    failed: failures.length,
    repeatedTasks: all.filter(({ kind, effects }) => kind === 'task' && effects.length > 1).length,
    resumed: events.filter(({ type }) => type === 'resumed').length,
    gaps: events.filter(({ type }) => type === 'gap').length,
    errors,
  }
}

type Called = Extract<ChaosEvent, { type: 'called' }>
type Answered = Extract<ChaosEvent, { type: 'answered' }>

interface CallRecord {
  readonly kind: CallKind
  readonly dueAt: number
  readonly answers: Answered[]
  readonly progress: number[]
  readonly questions: string[]
  readonly effects: string[]
}

function begin(calls: Map<string, CallRecord>, { call, kind, at, timeoutMs }: Called, violations: string[]): void {
  if (calls.has(call)) violations.push(`${call} was called twice by its client`)
  calls.set(call, { kind, dueAt: at + timeoutMs, answers: [], progress: [], questions: [], effects: [] })
}

function add(calls: Map<string, CallRecord>, event: Exclude<ChaosEvent, Called>, violations: string[]): void {
  if (!('call' in event)) return
  const call = calls.get(event.call)
  if (call === undefined) {
    violations.push(`${event.call} was never called, and there is a ${event.type} of it`)
    return
  }
  if (event.type === 'answered') call.answers.push(event)
  else if (event.type === 'progress') call.progress.push(event.step)
  else if (event.type === 'asked') call.questions.push(event.question)
  else call.effects.push(event.run)
}

function checkCall(name: string, call: CallRecord, { steps, graceMs }: Pick<ChaosHistory, 'steps' | 'graceMs'>) {
  const { kind, dueAt, answers, progress, questions, effects } = call
  const violations: string[] = []
  const [answer] = answers
  if (answers.length !== 1) violations.push(`${name} (${kind}) has ${answers.length} answers`)
  if (answer !== undefined && (answer.text === undefined) === (answer.error === undefined))
    violations.push(`${name} (${kind}) is neither answered nor failed, or both`)
  if (answer !== undefined && answer.at > dueAt + graceMs)
    violations.push(`${name} (${kind}) ended ${answer.at - dueAt} ms after its time-out`)
  if (answer?.text !== undefined && answer.text !== `done ${name}`)
    violations.push(`${name} (${kind}) has the answer of another call: ${answer.text}`)
  if (new Set(questions).size < questions.length) violations.push(`${name} (${kind}) answered a question twice`)
  if (kind !== 'task' && effects.length > 1) violations.push(`${name} (${kind}) ran ${effects.length} times`)
  if (answer?.text !== undefined && effects.length === 0) violations.push(`${name} (${kind}) is answered and never ran`)
  violations.push(...checkProgress(`${name} (${kind})`, call, steps))
  if (kind !== 'stream' && progress.length > 0) violations.push(`${name} (${kind}) has progress of another call`)
  return violations
}

function checkProgress(name: string, { kind, answers: [answer], progress }: CallRecord, steps: number): string[] {
  const expected = progress.map((_, index) => index + 1)
  if (progress.some((step, index) => step !== expected[index])) {
    return [`${name} has its progress twice, out of order or with a hole: ${progress.join(' ')}`]
  }
  if (kind === 'stream' && answer?.text !== undefined && progress.length !== steps) {
    return [`${name} is answered after ${progress.length} of ${steps} events`]
  }
  return []
}

/** No event twice on a stream. */
function checkStreams(events: readonly ChaosEvent[]): readonly string[] {
  const seen = new Set<string>()
  const violations: string[] = []
  for (const event of events) {
    if (event.type !== 'event') continue
    const name = `${event.stream} ${event.id}`
    if (seen.has(name)) violations.push(`the event ${event.id} of ${event.stream} came twice`)
    seen.add(name)
  }
  return violations
}
