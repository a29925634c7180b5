import { setTimeout as pause } from 'node:timers/promises'
import type { TextLine } from '../file/open-recording.js'
import { idKey } from '../turns/messages.js'
import type { Step } from '../turns/turn.js'
import { LiveIds, type LiveRequest } from './live-ids.js'
import type { MockConnection } from './mock-connection.js'
import type { PooledTurn } from './turn-pool.js'

/** Where the messages of a turn go. */
export interface TurnOutput {
  /** `json` is the text of the message for this client; undefined for a step without one. Resolves when it may go on. */
  send(step: Step, recorded: TextLine, json: string | undefined): Promise<void>
}

export interface PlayOptions {
  readonly connection: MockConnection
  readonly output: TurnOutput
  /** The ids of the live request. */
  readonly live: LiveRequest
  /** Ends the turn: the client left. */
  readonly signal: AbortSignal
  /** How much faster than it was recorded. Undefined: at once, but for gaps of milliseconds. */
  readonly speed: number | undefined
}

/**
 * Sends what was recorded as the consequence of a message, in its order: it waits for the answers of the client where the
 * recorded server had them. Resolves with true if the request was answered. Rejects with the reason of the signal.
 */
export async function playTurn(pooled: PooledTurn, options: PlayOptions): Promise<boolean> {
  const { connection } = options
  connection.begun.add(pooled.turn)
  try {
    return await playSteps(pooled, options)
  } finally {
    // Nobody waits for what a turn that ended early did not send.
    for (const step of pooled.turn.steps) if (!isAwaited(step)) connection.passed.add(step.start)
  }
}

async function playSteps({ turn, file }: PooledTurn, options: PlayOptions): Promise<boolean> {
  const { connection, output, signal, speed } = options
  const ids = new LiveIds(turn, options.live, connection)
  let isAnswered = false
  let before: Pick<Step, 'ms' | 'type'> = { ms: turn.ms, type: 'elsewhere' }
  for (const step of turn.steps) {
    await awaitStep(step, ids, options)
    const waitMs = speed === undefined ? keptGapMs(before, step) : (step.ms - before.ms) / speed
    if (waitMs > 0) await pause(waitMs, undefined, { signal })
    before = step
    signal.throwIfAborted()
    if (step.type === 'inStream') continue
    if (!isAwaited(step)) {
      const recorded = await file.lineAt(step)
      const hasMessage = step.type === 'response' || step.type === 'request' || step.type === 'notification'
      await output.send(step, recorded, hasMessage ? ids.toLiveJson(recorded) : undefined)
      isAnswered ||= step.type === 'response'
    }
    connection.passed.add(step.start)
  }
  return isAnswered
}

/** A short gap stays without a speed too: some clients lose the progress that arrives together with the answer. */
function keptGapMs(before: Pick<Step, 'ms' | 'type'>, step: Step): number {
  return before.type === 'notification' && step.type === 'response' ? 25 : Math.min(step.ms - before.ms, 5)
}

/** True for a step that sends nothing: it stands for something that others do. */
function isAwaited({ type }: Step): boolean {
  return type === 'answer' || type === 'elsewhere' || type === 'inStream' || type === 'cancel'
}

/** Waits for what came before a step and is not of this turn. */
async function awaitStep(step: Step, ids: LiveIds, { connection, live, signal }: PlayOptions): Promise<void> {
  if (step.type === 'answer') await connection.answered.wait(idKey(ids.askedAs(step.id)), signal)
  else if (step.type === 'cancel') await connection.cancelled.wait(idKey(live.ids[0]), signal)
  else if (step.type === 'elsewhere') await connection.passed.wait(step.start, signal)
  else if (step.type === 'inStream' && isOnItsWay(step, connection)) await connection.passed.wait(step.start, signal)
  else if (step.after !== undefined) await connection.begun.wait(step.after, signal)
}

/** True if the client has the stream open, and nothing that it has not done yet stands before the message there. */
function isOnItsWay({ stream }: Step, { begun, passed }: MockConnection): boolean {
  if (stream === undefined || !begun.has(stream.turn)) return false
  const { steps } = stream.turn
  for (let at = stream.index; at >= 0; at--) {
    const step = steps[at]
    if (step === undefined || passed.has(step.start)) return true
    if (isAwaited(step) || (step.after !== undefined && !begun.has(step.after))) return false
  }
  return true
}
