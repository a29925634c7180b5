import type { RecordingFile } from '../file/open-recording.js'
import { idKey, partsOf, withoutMadeUp } from '../turns/messages.js'
import type { Step, Turn } from '../turns/turn.js'
import { compareJson, type JsonDifference } from './compare-json.js'

/** A turn of one of two recordings. */
export interface ComparedTurn {
  readonly file: RecordingFile
  readonly turn: Turn
}

/** A difference of two turns: which of their messages differ, and where. */
export interface TurnDifference extends JsonDifference {
  /** The kind of message, with its method: `response`, `notifications/progress`, `status`. */
  readonly message: string
}

/**
 * Compares what followed from equal messages of the client: the answer, the questions and the progress of the server, the
 * answers of the client, and the status over HTTP. Ids, tokens and other values that are made up in each run are equal.
 */
export async function compareTurns(
  left: ComparedTurn,
  right: ComparedTurn,
  isIgnored: (path: string) => boolean,
): Promise<readonly TurnDifference[]> {
  const [before, after] = await Promise.all([readTurn(left), readTurn(right)])
  const kinds = new Set([...before.keys(), ...after.keys()])
  return [...kinds].flatMap((kind) => {
    const [lefts, rights] = [before.get(kind) ?? [], after.get(kind) ?? []]
    const isHttpAlone = kind === 'status' && (lefts.length === 0 || rights.length === 0)
    if (isHttpAlone) return []
    const count = Math.max(lefts.length, rights.length)
    return Array.from({ length: count }, (_, at) => compareJson(lefts[at], rights[at], isIgnored))
      .flat()
      .map((difference) => ({ message: kind, ...difference }))
  })
}

/** Steps that are no message, or one of the client that is compared by itself. */
const silent: ReadonlySet<Step['type']> = new Set(['content', 'end', 'elsewhere', 'inStream', 'cancel'])

/** Other notifications come when they come: they are compared by their number. */
function isProgress(message: unknown): boolean {
  return partsOf(message).some(({ method }) => method === 'notifications/progress')
}

/** The messages of a turn by kind, in order. */
async function readTurn({ file, turn }: ComparedTurn): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const byKind = new Map<string, unknown[]>()
  const questions = turn.steps.filter(({ type }) => type === 'request').map(({ id }) => idKey(id))
  for (const step of turn.steps) {
    const read = await readStep(file, step, questions)
    if (read === undefined) continue
    const list = byKind.get(read.kind)
    if (list === undefined) byKind.set(read.kind, [read.value])
    else list.push(read.value)
  }
  return byKind
}

/** Questions may be open at once, and be answered in any order: an answer is named after its question. */
async function readStep(
  file: RecordingFile,
  step: Step,
  questions: readonly string[],
): Promise<{ readonly kind: string; readonly value: unknown } | undefined> {
  if (silent.has(step.type)) return undefined
  const { line } = await file.lineAt(step)
  if (step.type === 'notification' && !isProgress(line.message)) return undefined
  if (step.type === 'head') {
    // Who answers at once, and who in a stream, is up to the server.
    return line.status === undefined || line.status === 200 ? undefined : { kind: 'status', value: line.status }
  }
  const parts = partsOf(line.message).map(({ id, ...part }) => withoutMadeUp(part))
  const value = parts.length === 1 ? parts[0] : parts
  if (step.type === 'answer') return { kind: `answer ${questions.indexOf(idKey(step.id)) + 1} of the client`, value }
  const [{ method } = {}] = partsOf(line.message)
  return { kind: typeof method === 'string' ? method : 'response', value }
}
