import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import type { Speak } from './person.js'
import type { Probe } from './probe.js'
import type { Stage } from './stage.js'

/** A handler that asks, and what comes of it: the same in every revision, through every door. */
export interface HandlerCase {
  /** A sentence. */
  readonly name: string
  /** What the handler does. */
  readonly run: (ctx: Context, probe: Probe) => string | Promise<string>
  /** What it is the handler of. Default: a tool. */
  readonly of?: 'tool' | 'prompt' | 'resource'
  /** Who can play it. Default: every revision. */
  readonly isFor?: (revision: Revision) => boolean
  /** Default: the question in capitals. */
  readonly speak?: Speak
  /** Default: uses the handler once. */
  readonly play?: (stage: Stage) => Promise<unknown>
  readonly expected: Expected | ((revision: Revision) => Expected)
}

/** What must come of it, exactly. */
export interface Expected {
  /** What the handler came to: its text, what a tool failed with, or an error of the protocol. */
  readonly outcome: unknown
  /** The questions, in order. */
  readonly received: readonly string[]
  /** How often the handler runs at 2026-07-28; once everywhere else. */
  readonly rounds: number
  /** How often it is used. Default: once. */
  readonly uses?: number
  /** How often things were done, by name. Default: nothing was counted. */
  readonly counts?: Readonly<Record<string, number>>
  /** What it wrote down. Default: nothing. */
  readonly notes?: readonly string[]
  /** How often something is opened and closed again in every run. Default: never. */
  readonly opens?: number
}
